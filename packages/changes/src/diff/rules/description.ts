import type { ClauseRule } from "../facts/change-rule.ts";
import { wordsRule } from "../facts/words-rule.ts";

export const description: ClauseRule = wordsRule({
  name: "description",
  summary: "What a model and developers read about the tool.",
  means: "A model reads another description and may use the tool otherwise.",
  path: "description",
  value: ({ description: text }) => text,
  model: "changed",
  examples: [
    {
      id: "description-changed",
      path: "description",
      before: { description: "Returns the text of a note." },
      after: { description: "Returns the whole text of a note." },
    },
  ],
});
