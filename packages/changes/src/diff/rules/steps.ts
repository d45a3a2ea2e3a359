import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { dangerous, opposites, safe, undecided } from "../facts/kinds.ts";
import { presenceId } from "../facts/presence-id.ts";

export const steps: ClauseRule = fieldRule("steps", {
  summary: "Which steps a handler takes, and in which order.",
  kinds: {
    ...opposites("unchanged", {
      "steps-removed": dangerous("Its handler may take any steps."),
      "steps-added": safe("Its handler takes these steps alone, in this order."),
    }),
    ...undecided("unchanged", {
      "steps-changed": dangerous("Its handler takes other steps, or in another order."),
    }),
  },
  idOf: presenceId("steps-added", "steps-removed", "steps-changed"),
  says: (is) =>
    is === undefined ? "names no steps" : `takes the steps ${is.map(({ name }) => name).join(", ")}`,
});
