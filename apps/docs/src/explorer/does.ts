import type { PageFacts } from "../content.config.ts";

/** The effects of tools, in the words of the generated pages, worst first. */
export const effectWords = [
  "erases",
  "pays",
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

function rank(word: string | undefined): number {
  return word === undefined ? effectWords.length : (effectWords as readonly string[]).indexOf(word);
}

const levels = ["critical", "high", "medium", "low", "forbidden"] as const;

/** Most dangerous first, forbidden tools last. */
export function byDanger(a: PageFacts, b: PageFacts): number {
  const level = levels.indexOf(a.riskLevel) - levels.indexOf(b.riskLevel);
  return level || rank(a.does[0]) - rank(b.does[0]) || (a.name < b.name ? -1 : 1);
}

const harmless: readonly string[] = ["sends", "deletes", "updates", "creates", "only reads"];

/** Whether to show a warning: for irreversible effects, and for those that reach others. */
export function isDangerous(word: string): boolean {
  return !harmless.includes(word);
}
