import type { ClauseRule } from "../facts/change-rule.ts";
import { words } from "../facts/words.ts";

export const summary: ClauseRule = words(
  "summary",
  "The sentence in which people read what a call does before they approve it.",
  "Who approves a call reads another sentence first. All arguments stay below it.",
  "unchanged",
  true,
);
