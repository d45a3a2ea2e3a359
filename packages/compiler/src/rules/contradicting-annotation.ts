import { replaceBy } from "../report/respell.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

const hintReasons = {
  readOnlyHint: "it is true exactly when `sideEffects` is empty",
  destructiveHint:
    "it is true exactly when some side effect is not reversible; of an unclassified one it may be stated",
  idempotentHint: "it is true when the tool only reads or `idempotency` names key fields",
  openWorldHint:
    "it is true exactly when some side effect leaves the system or `dataFlow.returnsUntrusted` holds; where neither is said it may be stated",
  agencyHint: "it is what `agency` states",
} as const;

export const contradictingAnnotation: ToolRule = toolRule({
  code: "contract/contradicting-annotation",
  summary: "An annotation that is stated agrees with the rest of the contract.",
  check({ tool, written }, report) {
    const stated = written.annotations?.fields ?? {};
    for (const [hint, reason] of Object.entries(hintReasons) as [keyof typeof hintReasons, string][]) {
      const found = stated[hint];
      if (found && found.value !== tool.hints[hint])
        report(
          `\`${hint}\` is \`${tool.hints[hint]}\` by the rest of the contract, not \`${found.value}\``,
          found.span,
          reason,
          // The value of a hint follows from the contract, so the fix is safe.
          replaceBy(found.span, String(tool.hints[hint])),
        );
    }
  },
});
