import { checkCondition, type ConditionView } from "@proviso/manifest/condition";
import type { RefinementFields, ToolFields, WrittenCondition } from "../../decode/document.ts";
import { placeWithin } from "../../written-text.ts";
import { adviseOnCondition } from "../condition-advice.ts";
import type { RuleSubject, ToolRule } from "../rule.ts";

export const invalidCondition: ToolRule = {
  code: "contract/invalid-condition",
  scope: "tool",
  severity: "error",
  summary: "A condition is CEL that yields true or false over the tool's own input.",
  check(subject, report) {
    const { inputSchema } = subject.tool;
    for (const { view, ...written } of conditionsOf(subject)) {
      const { text } = written;
      const result = checkCondition(text, inputSchema, view);
      if (result.ok) continue;
      const place = placeWithin(written, result.start, Math.max(result.end, result.start + 1));
      const said = { text, says: result.message, inputSchema, ...(view && { view }) };
      const { problem, hint } = adviseOnCondition(said);
      report(`this condition does not work: ${problem}`, place, hint);
    }
  },
};

interface ViewedCondition extends WrittenCondition {
  readonly view?: ConditionView;
}

function conditionsOf({ written }: RuleSubject): readonly ViewedCondition[] {
  const refinements = (written.refine ?? []).flatMap(({ fields }) => [
    ...(fields.when ? [{ ...fields.when, view: "input" as const }] : []),
    ...guardConditions(fields),
  ]);
  const until = written.idempotency?.fields.until;
  return [...guardConditions(written), ...refinements, ...(until ? [until] : [])];
}

function guardConditions({
  confirmation,
  stepUpAuth,
}: Partial<ToolFields> | Partial<RefinementFields>): readonly WrittenCondition[] {
  return [confirmation?.value, stepUpAuth?.value].flatMap((guard) =>
    guard?.kind === "when" ? [guard.condition] : [],
  );
}
