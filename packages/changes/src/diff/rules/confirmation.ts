import type { ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { compareConditions } from "../facts/compare-conditions.ts";
import { json, shown } from "../facts/json-value.ts";

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
    "confirmation-condition-rewritten": {
      callers: "safe",
      safety: "unchanged",
      model: "unchanged",
      means: "The condition is written otherwise, and holds for the same calls.",
      reverse: "confirmation-condition-rewritten",
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
      id: "confirmation-loosened",
      path: "confirmation.condition",
      before: { inputSchema: "{ pages: integer }", confirmation: "{ when: input.pages > 10.0 }" },
      after: { inputSchema: "{ pages: integer }", confirmation: "{ when: input.pages > 50.0 }" },
    },
    {
      id: "confirmation-condition-rewritten",
      path: "confirmation.condition",
      before: { inputSchema: "{ pages: integer }", confirmation: "{ when: input.pages > 10.0 }" },
      after: { inputSchema: "{ pages: integer }", confirmation: "{ when: 10.0 < input.pages }" },
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
    if (was.kind === "when" && is.kind === "when")
      return was.condition === is.condition ? [] : [conditionChange(was.condition, is.condition)];
    if (was.kind === is.kind) return [];
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

const ofConditions = {
  wider: "confirmation-tightened",
  narrower: "confirmation-loosened",
  same: "confirmation-condition-rewritten",
  unclear: "confirmation-condition-changed",
} as const;

function conditionChange(before: string, after: string) {
  const id = ofConditions[compareConditions(before, after)];
  const says = `asks a person under another condition: ${shown(after)} instead of ${shown(before)}`;
  return { id, path: "confirmation.condition", before, after, says };
}
