import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { neutral, opposites, safe } from "../facts/kinds.ts";
import { shown } from "../facts/json-value.ts";
import { valueChange } from "../facts/value-change.ts";

export const owner: ClauseRule = clauseRule({
  name: "owner",
  summary: "Who answers for the tool.",
  kinds: {
    ...opposites("unchanged", {
      "owner-removed": safe("Nobody answers for the tool."),
      "owner-added": safe("Somebody answers for the tool."),
    }),
    ...neutral("unchanged", { "owner-changed": safe("Somebody else answers for the tool.") }),
  },
  find: valueChange(
    "owner",
    { added: "owner-added", removed: "owner-removed", changed: "owner-changed" },
    (is, was) => `has another owner: ${shown(is, "nobody")} instead of ${shown(was, "nobody")}`,
  ),
});
