import type { ClauseRule } from "../facts/change-rule.ts";
import { json } from "../facts/json-value.ts";
import { wordsRule } from "../facts/words-rule.ts";

export const icons: ClauseRule = wordsRule({
  name: "icons",
  summary: "The images that stand for the tool.",
  means: "Hosts show another image.",
  path: "icons",
  value: ({ icons: images }) => json(images),
  model: "unchanged",
  examples: [
    {
      id: "icons-changed",
      path: "icons",
      before: { icons: null },
      after: { icons: "[{ src: https://acme.example/note.png }]" },
    },
  ],
});
