import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, equals, neutral, safe } from "../facts/kinds.ts";
import { shown } from "../facts/json-value.ts";
import { valueChange } from "../facts/value-change.ts";

export const deprecated: ClauseRule = clauseRule({
  name: "deprecated",
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
  find: valueChange(
    "deprecated",
    {
      added: "tool-deprecated",
      removed: "tool-no-longer-deprecated",
      changed: "deprecation-changed",
    },
    (is) => (is ? `is deprecated: ${shown(is.reason)}` : "is no longer deprecated"),
  ),
});
