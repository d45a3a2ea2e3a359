import type { ClauseRule } from "../facts/change-rule.ts";
import { entriesRule } from "../facts/entries-rule.ts";

export const requirement: ClauseRule = entriesRule({
  name: "requirement",
  summary: "The requirements of `execution` that must hold for a call.",
  field: "requirements",
  removedMeans: "The tool runs where this requirement does not hold.",
  addedMeans: "Calls are refused where this requirement does not hold.",
});
