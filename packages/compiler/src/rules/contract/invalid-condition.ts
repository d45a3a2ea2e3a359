import { checkCondition } from "@proviso/manifest/condition";
import type { WrittenCondition } from "../../decode/document.ts";
import { spanInside } from "../../source.ts";
import type { RuleSubject, ToolRule } from "../rule.ts";

export const invalidCondition: ToolRule = {
  code: "contract/invalid-condition",
  scope: "tool",
  severity: "error",
  summary: "A condition is CEL that yields true or false over the tool's own input.",
  check(subject, report) {
    for (const { text, span, textSpan } of conditionsOf(subject)) {
      const result = checkCondition(text, subject.tool.inputSchema);
      if (result.ok) continue;
      const [from, to] = [result.start, Math.max(result.end, result.start + 1)];
      report(
        `this condition does not work: ${result.message}`,
        textSpan ? spanInside(textSpan, from, to) : span,
      );
    }
  },
};

function conditionsOf({ written }: RuleSubject): WrittenCondition[] {
  const confirmation = written.confirmation?.value;
  const stepUp = written.stepUpAuth?.value;
  return [
    confirmation?.kind === "when" ? confirmation.condition : undefined,
    stepUp?.kind === "when" ? stepUp.condition : undefined,
    written.idempotency?.fields.until,
  ].filter((condition) => condition !== undefined);
}
