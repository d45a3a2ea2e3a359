import type { PageFacts } from "../facts/page-facts.ts";

/** The effects of tools, in the words of the generated pages, worst first. */
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

function dangerRank(word: string | undefined): number {
  return word === undefined ? effectWords.length : (effectWords as readonly string[]).indexOf(word);
}

const riskLevels = ["critical", "high", "medium", "low", "forbidden"] as const;

/** Sorts tools in the explorer: the most dangerous first, forbidden ones last. */
export function byDanger(a: PageFacts, b: PageFacts): number {
  const level = riskLevels.indexOf(a.riskLevel) - riskLevels.indexOf(b.riskLevel);
  return level || dangerRank(a.does[0]) - dangerRank(b.does[0]) || (a.name < b.name ? -1 : 1);
}

const harmlessWords: readonly string[] = ["sends", "deletes", "updates", "creates", "only reads"];

/** Whether to show a warning: for irreversible effects, and for those that reach others. */
export function isDangerous(word: string): boolean {
  return !harmlessWords.includes(word);
}
