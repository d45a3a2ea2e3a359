import { checkCondition, type ConditionView } from "@proviso/manifest/condition";
import type { RefinementFields, ToolFields, WrittenCondition } from "../../decode/document.ts";
import { didYouMean, nearest } from "../../did-you-mean.ts";
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
        adviseOn(result.message, text, subject, view),
      );
    }
  },
};

const variables = ["input", "principal", "env", "now"];

/** What may help against what the CEL library says. */
function adviseOn(
  problem: string,
  text: string,
  { tool }: RuleSubject,
  view?: ConditionView,
): string | undefined {
  if (problem.startsWith("Unexpected character: =")) return "CEL compares with `==`";
  if (/\s(and|or|not)\s/.test(text)) return "CEL writes `&&`, `||` and `!`";
  if (/^no such overload: .*\bint\b/.test(problem))
    return "numbers of the input are doubles: write `1.0` for 1";
  const [, kind, name = ""] = /^(No such key|Unknown variable): (\w+)$/.exec(problem) ?? [];
  if (kind === "No such key")
    return didYouMean(nearest(name, Object.keys(tool.inputSchema["properties"] ?? {})));
  if (kind === undefined) return undefined;
  return view === "input"
    ? "what a refinement depends on is `input` alone"
    : didYouMean(nearest(name, variables));
}

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
