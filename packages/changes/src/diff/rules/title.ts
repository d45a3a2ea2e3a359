import type { ClauseRule } from "../facts/change-rule.ts";
import { words } from "../facts/words.ts";

export const title: ClauseRule = words(
  "title",
  "The title, which hosts and people who approve a call see.",
  "The tool is presented under another title.",
  "changed",
  true,
);
