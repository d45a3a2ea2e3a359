import {
  isRegularExpression,
  linearPattern,
  maxPatternSteps,
  type PatternBudget,
  PatternTooCostly,
} from "@proviso/manifest/pattern";
import type * as RedosDetector from "redos-detector";
import { lateLibrary } from "#late-library";

const redosDetector = lateLibrary<typeof RedosDetector>("redos-detector");
/** Limits steps instead of time, so that the verdict is the same on every machine. */
const detectorBounds = { unicode: true, maxScore: 200, maxSteps: 1000, timeout: Infinity } as const;
const patternVerdicts = new Map<string, boolean>();
const patternVerdictLimit = 10_000;

/** False if some text makes this regular expression too slow, or if it is none. */
export function isSafePattern(pattern: string): boolean {
  return isRegularExpression(pattern) && (linearPattern(pattern) !== undefined || isSafeToBacktrack(pattern));
}

/** Whether the pattern has no linear form, so that it must be safe for backtracking. */
export function needsProof(pattern: string): boolean {
  return isRegularExpression(pattern) && linearPattern(pattern) === undefined;
}

/** Whether a backtracking engine runs the pattern in acceptable time on every text. */
export function isSafeToBacktrack(pattern: string): boolean {
  const known = patternVerdicts.get(pattern);
  if (known !== undefined) return known;
  const isSafe = isRegularExpression(pattern) && redosDetector().isSafePattern(pattern, detectorBounds).safe;
  rememberVerdict(pattern, isSafe);
  return isSafe;
}

/** Accepts patterns that an earlier run of this version proved safe: proofs are slow. */
export function trustPatterns(patterns: readonly string[]): void {
  for (const pattern of patterns) rememberVerdict(pattern, true);
}

function rememberVerdict(pattern: string, isSafe: boolean): void {
  if (patternVerdicts.size >= patternVerdictLimit) patternVerdicts.clear();
  patternVerdicts.set(pattern, isSafe);
}

/** Whether a pattern matches a text; undefined if the match could take too long. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (!isSafePattern(pattern)) return undefined;
  const test = linearPattern(pattern);
  if (!test) return new RegExp(pattern, "u").test(text);
  const budget: PatternBudget = { left: maxPatternSteps };
  try {
    return test(text, budget);
  } catch (error) {
    if (error instanceof PatternTooCostly) return undefined;
    throw error;
  }
}
