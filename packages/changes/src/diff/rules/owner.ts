import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { shown } from "../facts/json-value.ts";
import { neutral, opposites, safe } from "../facts/kinds.ts";
import { presenceId } from "../facts/presence-id.ts";

export const owner: ClauseRule = fieldRule("owner", {
  summary: "Who answers for the tool.",
  kinds: {
    ...opposites("unchanged", {
      "owner-removed": safe("Nobody answers for the tool."),
      "owner-added": safe("Somebody answers for the tool."),
    }),
    ...neutral("unchanged", { "owner-changed": safe("Somebody else answers for the tool.") }),
  },
  idOf: presenceId("owner-added", "owner-removed", "owner-changed"),
  says: (is, was) => `has another owner: ${shown(is, "nobody")} instead of ${shown(was, "nobody")}`,
});
