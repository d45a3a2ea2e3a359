import { type GateField, gateFields, type JsonSchema } from "@proviso/manifest";
import type * as Condition from "@proviso/manifest/condition";
import type { ConditionCheck, ConditionView } from "@proviso/manifest/condition";
import type { RefinementFields, ToolFields, WrittenCondition } from "../../decode/document.ts";
import { lateLibrary } from "#late-library";
import type { RuleSubject } from "./rule.ts";

/** Loaded only when needed: it includes the CEL library, and few contracts have conditions. */
export const conditionLibrary: () => typeof Condition = lateLibrary<typeof Condition>(
  "@proviso/manifest/condition",
);

/** A condition of a tool, and the result of checking it. */
export interface CheckedCondition extends WrittenCondition {
  readonly field: GateField | "refine" | "until";
  readonly view: ConditionView;
  readonly inputSchema: JsonSchema;
  readonly result: ConditionCheck;
}

/** Cached, because several rules ask for the conditions of the same tool. */
const checkedBySubject = new WeakMap<RuleSubject, readonly CheckedCondition[]>();

export function checkedConditions(subject: RuleSubject): readonly CheckedCondition[] {
  const found = checkedBySubject.get(subject) ?? checkAllConditions(subject);
  checkedBySubject.set(subject, found);
  return found;
}

function checkAllConditions({ tool: { inputSchema }, written }: RuleSubject): CheckedCondition[] {
  const until = written.idempotency?.fields.until;
  const all = [
    ...guardConditions(written),
    ...(written.refine ?? []).flatMap(({ fields }) => [
      ...(fields.when ? [{ ...fields.when, field: "refine", view: "input" } as const] : []),
      ...guardConditions(fields),
    ]),
    ...(until ? [{ ...until, field: "until", view: "call" } as const] : []),
  ];
  return all.map((each) => ({
    ...each,
    inputSchema,
    result: conditionLibrary().checkCondition(each.text, inputSchema, each.view),
  }));
}

type GuardCondition = Omit<CheckedCondition, "inputSchema" | "result">;

function guardConditions(fields: Partial<ToolFields> | Partial<RefinementFields>): readonly GuardCondition[] {
  return gateFields.flatMap((field) => {
    const guard = fields[field]?.value;
    return guard?.kind === "when" ? [{ ...guard.condition, field, view: "call" }] : [];
  });
}
