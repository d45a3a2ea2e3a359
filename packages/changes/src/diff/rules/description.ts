import type { ClauseRule } from "../facts/change-rule.ts";
import { words } from "../facts/words.ts";

export const description: ClauseRule = words(
  "description",
  "What a model and developers read about the tool.",
  "A model reads another description and may use the tool otherwise.",
  "changed",
  true,
);
