import type { ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { isSame, json, shown } from "../facts/json-value.ts";

const kinds = ["never", "when", "always"];

export const confirmation: ClauseRule = clauseRule({
  name: "confirmation",
  summary: "When a person must approve a call.",
  kinds: {
    "confirmation-loosened": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "A person is asked before fewer calls, or before none.",
      reverse: "confirmation-tightened",
    },
    "confirmation-tightened": {
      callers: "dangerous",
      safety: "tightened",
      model: "unchanged",
      means: "A person is asked before more calls. A caller whose client cannot ask is refused.",
      reverse: "confirmation-loosened",
    },
    "confirmation-condition-changed": {
      callers: "dangerous",
      safety: "loosened",
      model: "unchanged",
      means: "The condition is another one. Which of the two asks before more calls cannot be decided.",
      reverse: "confirmation-condition-changed",
    },
  },
  examples: [
    {
      id: "confirmation-loosened",
      path: "confirmation",
      before: { confirmation: "always" },
      after: { confirmation: "never" },
    },
    {
      id: "confirmation-condition-changed",
      path: "confirmation.condition",
      before: { confirmation: "{ when: input.noteId == 'a' }" },
      after: { confirmation: "{ when: input.noteId == 'b' }" },
    },
  ],
  find(before: ToolContract, after: ToolContract) {
    const [was, is] = [before.confirmation, after.confirmation];
    if (isSame(was, is)) return [];
    if (was.kind === "when" && is.kind === "when")
      return [
        {
          id: "confirmation-condition-changed" as const,
          path: "confirmation.condition",
          before: was.condition,
          after: is.condition,
          says: `asks a person under another condition: ${shown(is.condition)} instead of ${shown(was.condition)}`,
        },
      ];
    const isLooser = kinds.indexOf(is.kind) < kinds.indexOf(was.kind);
    return [
      {
        id: isLooser ? ("confirmation-loosened" as const) : ("confirmation-tightened" as const),
        path: "confirmation",
        before: json(was),
        after: json(is),
        says: `asks a person ${isLooser ? "less" : "more"} often: \`confirmation\` was \`${was.kind}\` and is \`${is.kind}\``,
      },
    ];
  },
});
