import type { ClauseRule } from "../facts/change-rule.ts";
import { words } from "../facts/words.ts";

export const metadata: ClauseRule = words(
  "metadata",
  "Labels for catalogs and policies of hosts. Flags that contradict the contract do not compile.",
  "The tool is labelled otherwise. Nothing that Proviso enforces depends on it.",
);
