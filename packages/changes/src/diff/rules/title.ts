import type { ClauseRule } from "../facts/change-rule.ts";
import { wordsRule } from "../facts/words-rule.ts";

export const title: ClauseRule = wordsRule({
  name: "title",
  summary: "The title, which hosts and people who approve a call see.",
  means: "The tool is presented under another title.",
  path: "title",
  value: ({ title: text }) => text,
  model: "changed",
  examples: [
    {
      id: "title-changed",
      path: "title",
      before: { title: "Read a note" },
      after: { title: "Read one note" },
    },
  ],
});
