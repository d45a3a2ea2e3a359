import { contractFields } from "@proviso/manifest/fields";
import { placeWithin } from "../syntax/written-text.ts";
import { conditionLibrary, checkedConditions } from "./facts/conditions.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

/** What the server does when a condition cannot be evaluated. */
const conditionOutcomes: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(contractFields.map(({ name, whenUnclear }) => [name, whenUnclear])),
  refine: "the tool as written applies, whatever comes after this",
  until: "the outcome is kept as long as `ttl` says",
};

export const unguardedOptional: ToolRule = toolRule({
  code: "lint/unguarded-optional",
  severity: "warning",
  summary: "A condition tests an optional argument with `has` before it reads it.",
  check(subject, report) {
    for (const condition of checkedConditions(subject)) {
      if (!condition.result.ok) continue;
      const reads = conditionLibrary().unguardedReadsOf(condition.text, condition.inputSchema);
      for (const { field, start, end } of reads) {
        const outcome = conditionOutcomes[condition.field];
        report(
          `\`${field}\` may be absent, and then this condition cannot be evaluated: ${outcome}`,
          placeWithin(condition, start, end),
          `write \`has(${field}) && …\`, or \`!has(${field}) || …\` if its absence decides`,
        );
      }
    }
  },
});
