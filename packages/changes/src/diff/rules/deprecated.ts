import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { edited } from "../facts/edited.ts";
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
  examples: [
    edited("tool-deprecated", "deprecated", null, "{ reason: Notes are going away. }"),
    edited(
      "deprecation-changed",
      "deprecated",
      "{ reason: Notes are going away. }",
      "{ reason: Notes go away in June. }",
    ),
  ],
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
