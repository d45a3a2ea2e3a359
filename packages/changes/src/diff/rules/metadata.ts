import type { ClauseRule } from "../facts/change-rule.ts";
import { wordsRule } from "../facts/words-rule.ts";

export const metadata: ClauseRule = wordsRule({
  name: "metadata",
  summary: "Labels for catalogs and policies of hosts. Flags that contradict the contract do not compile.",
  means: "The tool is labelled otherwise. Nothing that Proviso enforces depends on it.",
  path: "metadata",
  value: ({ metadata: labels }) => labels,
  model: "unchanged",
  examples: [
    {
      id: "metadata-changed",
      path: "metadata",
      before: { metadata: "{ tags: [notes] }" },
      after: { metadata: "{ tags: [text] }" },
    },
  ],
});
