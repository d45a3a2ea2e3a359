import type { ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, neutral, opposites, safe, undecided } from "../facts/kinds.ts";
import { callsText, compareConditions } from "../facts/compare-conditions.ts";
import { json, shown } from "../facts/json-value.ts";

const kinds = ["never", "when", "always"];

export const confirmation: ClauseRule = clauseRule({
  name: "confirmation",
  summary: "When a person must approve a call.",
  kinds: {
    ...opposites("unchanged", {
      "confirmation-loosened": safe("A person is asked before fewer calls, or before none."),
      "confirmation-tightened": dangerous(
        "A person is asked before more calls. A caller whose client cannot ask is refused.",
      ),
    }),
    ...undecided("unchanged", {
      "confirmation-condition-changed": dangerous(
        "The condition is another one. Each of the two asks before calls that the other does not, or this cannot be decided.",
      ),
    }),
    ...neutral("unchanged", {
      "confirmation-condition-rewritten": safe(
        "The condition is written otherwise, and holds for the same calls.",
      ),
    }),
  },
  find(before: ToolContract, after: ToolContract) {
    const [was, is] = [before.confirmation, after.confirmation];
    if (was.kind === "when" && is.kind === "when")
      return was.condition === is.condition
        ? []
        : [conditionChange([was.condition, is.condition], [before, after])];
    if (was.kind === is.kind) return [];
    const isLooser = kinds.indexOf(is.kind) < kinds.indexOf(was.kind);
    return [
      {
        id: isLooser ? ("confirmation-loosened" as const) : ("confirmation-tightened" as const),
        path: "confirmation",
        before: json(was),
        after: json(is),
        says: `asks a person ${isLooser ? "less" : "more"} often: \`confirmation\` was \`${was.kind}\` and is \`${is.kind}\``,
      },
    ];
  },
});

const ofConditions = {
  wider: "confirmation-tightened",
  narrower: "confirmation-loosened",
  same: "confirmation-condition-rewritten",
  unclear: "confirmation-condition-changed",
} as const;

function conditionChange(
  [before, after]: readonly [string, string],
  tools: readonly [ToolContract, ToolContract],
) {
  const compared = compareConditions({ before, after, tools, appliesOnError: true });
  const calls = callsText(compared, ["no longer asks about", "newly asks about"]);
  const says = `asks a person under another condition: ${shown(after)} instead of ${shown(before)}${calls}`;
  return { id: ofConditions[compared.difference], path: "confirmation.condition", before, after, says };
}
