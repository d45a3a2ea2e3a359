import type { ClauseRule } from "../facts/change-rule.ts";
import { words } from "../facts/words.ts";

export const examples: ClauseRule = words(
  "examples",
  "The examples in the documentation.",
  "The documentation shows other examples.",
);
