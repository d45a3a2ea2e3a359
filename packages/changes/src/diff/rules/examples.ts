import type { ClauseRule } from "../facts/change-rule.ts";
import { json } from "../facts/json-value.ts";
import { wordsRule } from "../facts/words-rule.ts";

export const examples: ClauseRule = wordsRule({
  name: "examples",
  summary: "The examples in the documentation.",
  means: "The documentation shows other examples.",
  path: "examples",
  value: ({ examples: list }) => json(list),
  model: "unchanged",
  examples: [
    {
      id: "examples-changed",
      path: "examples",
      before: { examples: "[{ input: { noteId: a } }]" },
      after: { examples: "[{ input: { noteId: b } }]" },
    },
  ],
});
