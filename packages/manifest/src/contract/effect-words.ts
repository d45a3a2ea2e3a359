/** The words of generated pages for the effects of tools, the most dangerous first. */
export const effectWords = [
  "erases",
  "pays",
  "refunds",
  "grants access",
  "sends to outsiders",
  "overwrites",
  "calls other systems",
  "has unclassified effects",
  "sends",
  "deletes",
  "updates",
  "creates",
  "only reads",
] as const;
