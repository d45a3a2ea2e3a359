import type { ClauseRule } from "../facts/change-rule.ts";
import { wordsRule } from "../facts/words-rule.ts";

export const category: ClauseRule = wordsRule({
  name: "category",
  summary: "The kind of domain, by which tools are grouped.",
  means: "The tool is listed in another group.",
  path: "category",
  value: ({ category: word }) => word,
  model: "unchanged",
  examples: [
    {
      id: "category-changed",
      path: "category",
      before: { category: "writing" },
      after: { category: "notes" },
    },
  ],
});
