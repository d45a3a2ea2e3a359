import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { shown } from "../facts/json-value.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { presenceId } from "../facts/presence-id.ts";

export const reconcile: ClauseRule = fieldRule("reconcile", {
  summary: "Which tool finds out what became of a call whose outcome is unknown.",
  kinds: {
    ...opposites("unchanged", {
      "reconcile-removed": dangerous("Outcomes that were found out stay unknown."),
      "reconcile-added": safe("Some outcomes that were unknown are found out."),
    }),
    ...undecided("unchanged", { "reconcile-changed": dangerous("Another tool says what became of a call.") }),
  },
  idOf: presenceId("reconcile-added", "reconcile-removed", "reconcile-changed"),
  says: (is) =>
    is === undefined ? "finds out no unknown outcome" : `asks ${shown(is)} what became of a call`,
});
