import type { ClauseRule } from "../facts/change-rule.ts";
import { words } from "../facts/words.ts";

export const category: ClauseRule = words(
  "category",
  "The kind of domain, by which tools are grouped.",
  "The tool is listed in another group.",
);
