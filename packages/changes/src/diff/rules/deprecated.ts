import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { shown } from "../facts/json-value.ts";
import { dangerous, equals, neutral, safe } from "../facts/kinds.ts";
import { presenceId } from "../facts/presence-id.ts";

export const deprecated: ClauseRule = fieldRule("deprecated", {
  summary: "Whether callers are told to stop using the tool, and what to use instead.",
  kinds: {
    ...equals("unchanged", {
      "tool-deprecated": dangerous(
        "The tool still works, and callers should move to its successor before it is removed.",
      ),
      "tool-no-longer-deprecated": safe("The tool is to be used again."),
    }),
    ...neutral("unchanged", { "deprecation-changed": safe("The reason or the successor is another one.") }),
  },
  idOf: presenceId("tool-deprecated", "tool-no-longer-deprecated", "deprecation-changed"),
  says: (is) => (is ? `is deprecated: ${shown(is.reason)}` : "is no longer deprecated"),
});
