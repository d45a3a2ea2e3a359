import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { isSame, json, shown } from "../facts/json-value.ts";

export const deprecated: ClauseRule = clauseRule({
  name: "deprecated",
  summary: "Whether callers are told to stop using the tool, and what to use instead.",
  kinds: {
    "tool-deprecated": {
      callers: "dangerous",
      safety: "unchanged",
      model: "unchanged",
      means: "The tool still works, and callers should move to its successor before it is removed.",
      reverse: "tool-no-longer-deprecated",
    },
    "tool-no-longer-deprecated": {
      callers: "safe",
      safety: "unchanged",
      model: "unchanged",
      means: "The tool is to be used again.",
      reverse: "tool-deprecated",
    },
    "deprecation-changed": {
      callers: "safe",
      safety: "unchanged",
      model: "unchanged",
      means: "The reason or the successor is another one.",
      reverse: "deprecation-changed",
    },
  },
  examples: [
    {
      id: "tool-deprecated",
      path: "deprecated",
      before: { deprecated: null },
      after: { deprecated: "{ reason: Notes are going away. }" },
    },
    {
      id: "deprecation-changed",
      path: "deprecated",
      before: { deprecated: "{ reason: Notes are going away. }" },
      after: { deprecated: "{ reason: Notes go away in June. }" },
    },
  ],
  find({ deprecated: was }, { deprecated: is }) {
    if (isSame(was, is)) return [];
    const id = !was
      ? ("tool-deprecated" as const)
      : is
        ? ("deprecation-changed" as const)
        : ("tool-no-longer-deprecated" as const);
    const says = is ? `is deprecated: ${shown(is.reason)}` : "is no longer deprecated";
    return [{ id, path: "deprecated", before: json(was), after: json(is), says }];
  },
});
