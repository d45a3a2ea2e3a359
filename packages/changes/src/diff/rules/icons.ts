import type { ClauseRule } from "../facts/change-rule.ts";
import { words } from "../facts/words.ts";

export const icons: ClauseRule = words(
  "icons",
  "The images that stand for the tool.",
  "Hosts show another image.",
);
