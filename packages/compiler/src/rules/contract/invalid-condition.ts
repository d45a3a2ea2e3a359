import { checkCondition, type ConditionView } from "@proviso/manifest/condition";
import type { RefinementFields, ToolFields, WrittenCondition } from "../../decode/document.ts";
import { spanInside } from "../../source.ts";
import type { RuleSubject, ToolRule } from "../rule.ts";

export const invalidCondition: ToolRule = {
  code: "contract/invalid-condition",
  scope: "tool",
  severity: "error",
  summary: "A condition is CEL that yields true or false over the tool's own input.",
  check(subject, report) {
    for (const { text, span, textSpan, view } of conditionsOf(subject)) {
      const result = checkCondition(text, subject.tool.inputSchema, view);
      if (result.ok) continue;
      const [from, to] = [result.start, Math.max(result.end, result.start + 1)];
      report(
        `this condition does not work: ${result.message}`,
        textSpan ? spanInside(textSpan, from, to) : span,
        view === "input" ? "what a refinement depends on is `input` alone" : undefined,
      );
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
