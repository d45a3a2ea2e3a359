import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { gateChanges } from "../facts/gate-changes.ts";
import { dangerous, neutral, opposites, safe, undecided } from "../facts/kinds.ts";

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
  find: (...tools) =>
    gateChanges(
      "confirmation",
      { name: "confirmation", asks: "asks a person", calls: ["no longer asks about", "newly asks about"] },
      tools,
    ),
});
