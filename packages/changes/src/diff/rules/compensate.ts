import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { shown } from "../facts/json-value.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { presenceId } from "../facts/presence-id.ts";

export const compensate: ClauseRule = fieldRule("compensate", {
  summary: "Which tool undoes the steps of a call that is cancelled or fails for good.",
  kinds: {
    ...opposites("unchanged", {
      "compensate-removed": dangerous("Finished steps of a call that fails for good stay."),
      "compensate-added": safe("Finished steps of a call that is cancelled or fails for good are undone."),
    }),
    ...undecided("unchanged", { "compensate-changed": dangerous("Another tool undoes steps.") }),
  },
  idOf: presenceId("compensate-added", "compensate-removed", "compensate-changed"),
  says: (is) => (is === undefined ? "undoes no step" : `undoes steps by ${shown(is)}`),
});
