import { effectWords } from "@proviso/manifest";
import type { PageFacts } from "../facts/page-facts.ts";

function dangerRank(word: string | undefined): number {
  return word === undefined ? effectWords.length : effectWords.findIndex((each) => each === word);
}

const riskLevels = ["critical", "high", "medium", "low", "forbidden"] as const;

/** Sorts tools in the explorer: the most dangerous first, forbidden ones last. */
export function byDanger(a: PageFacts, b: PageFacts): number {
  const level = riskLevels.indexOf(a.riskLevel) - riskLevels.indexOf(b.riskLevel);
  return level || dangerRank(a.does[0]) - dangerRank(b.does[0]) || (a.name < b.name ? -1 : 1);
}

/** Whether to show a warning: for irreversible effects, and for those that reach others. */
export function isDangerous(word: string): boolean {
  return dangerRank(word) < dangerRank("sends");
}
