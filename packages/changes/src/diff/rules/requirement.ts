import type { ClauseRule } from "../facts/change-rule.ts";
import { entriesRule } from "../facts/entries-rule.ts";

export const requirement: ClauseRule = entriesRule(
  "requirement",
  "The requirements of `execution` that must hold for a call.",
  {
    removed: "The tool runs where this requirement does not hold.",
    added: "Calls are refused where this requirement does not hold.",
  },
);
