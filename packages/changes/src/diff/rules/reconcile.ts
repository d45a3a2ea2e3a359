import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { shown } from "../facts/json-value.ts";
import { valueChange } from "../facts/value-change.ts";

export const reconcileRule: ClauseRule = clauseRule({
  name: "reconcile",
  summary: "Which tool finds out what became of a call whose outcome is unknown.",
  kinds: {
    ...opposites("unchanged", {
      "reconcile-removed": dangerous("Outcomes that were found out stay unknown."),
      "reconcile-added": safe("Some outcomes that were unknown are found out."),
    }),
    ...undecided("unchanged", { "reconcile-changed": dangerous("Another tool says what became of a call.") }),
  },
  find: valueChange(
    "reconcile",
    { added: "reconcile-added", removed: "reconcile-removed", changed: "reconcile-changed" },
    (is) => (is === undefined ? "finds out no unknown outcome" : `asks ${shown(is)} what became of a call`),
  ),
});
