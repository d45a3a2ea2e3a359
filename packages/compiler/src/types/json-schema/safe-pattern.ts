import type * as RedosDetector from "redos-detector";
import { lateLibrary } from "../../report/load-library.ts";

const detector = lateLibrary<typeof RedosDetector>("redos-detector");
/** Steps, not time: the same verdict on every machine. */
const bounds = { unicode: true, maxScore: 200, maxSteps: 1000, timeout: Infinity } as const;
const verdicts = new Map<string, boolean>();
const verdictLimit = 10_000;

/** False if some text may keep this regular expression busy out of all proportion, and if it is none. */
export function isSafePattern(pattern: string): boolean {
  const known = verdicts.get(pattern);
  if (known !== undefined) return known;
  const isSafe = isRegularExpression(pattern) && detector().isSafePattern(pattern, bounds).safe;
  remember(pattern, isSafe);
  return isSafe;
}

/** What an earlier run of this very version found safe is so: to find it out again takes longer than to compile a contract. */
export function trustPatterns(patterns: readonly string[]): void {
  for (const pattern of patterns) remember(pattern, true);
}

function remember(pattern: string, isSafe: boolean): void {
  if (verdicts.size >= verdictLimit) verdicts.clear();
  verdicts.set(pattern, isSafe);
}

export function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
