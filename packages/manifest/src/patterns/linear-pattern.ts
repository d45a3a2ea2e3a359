import { type Assertion, parsePattern, type PatternNode } from "./parse-pattern.ts";

/** The remaining steps of the patterns of one check. */
export interface PatternBudget {
  left: number;
}

/** Steps for the patterns of one check together: a quarter of a second. */
export const maxPatternSteps = 5_000_000;

/** Thrown if the budget is used up: it is unknown whether the text matches. */
export class PatternTooCostly extends Error {}

/** Whether a regular expression matches somewhere in the text. */
export type TestPattern = (text: string, budget: PatternBudget) => boolean;

/**
 * Tests a regular expression of ECMAScript (with the `u` flag) in linear time: it follows all paths through the expression at
 * once, without backtracking. Character classes are tested by the engine's own regular expressions, one character at a time, so
 * that the results agree. Undefined for expressions that need backtracking (look-around, back-references), for inline flags,
 * and for those with too many states.
 */
export function linearPattern(pattern: string): TestPattern | undefined {
  if (knownPatterns.has(pattern)) return knownPatterns.get(pattern);
  const parsed = parsePattern(pattern);
  const test = parsed && patternTest(pattern, parsed);
  if (knownPatterns.size >= maxKnownPatterns) knownPatterns.clear();
  knownPatterns.set(pattern, test);
  return test;
}

function patternTest(pattern: string, parsed: PatternNode): TestPattern | undefined {
  if (patternSize(parsed) > maxPatternStates) return undefined;
  if (!isStraightPattern(parsed)) return characterTest(statesOfPattern(parsed), isAnchoredPattern(parsed));
  const native = new RegExp(pattern, "u");
  return (text) => native.test(text);
}

const knownPatterns = new Map<string, TestPattern | undefined>();
const maxKnownPatterns = 1000;
const maxPatternStates = 2000;

/** Parts of a pattern that are tried again at every character at most. */
const maxTriedStates = 50;

/**
 * Anchored, without choices, and with one repetition at most that can end in several places: the
 * engine's own expressions take linear time as well, and a fraction of it. Most patterns are such.
 */
function isStraightPattern(root: PatternNode): boolean {
  const parts = root.kind === "sequence" ? root.parts : [];
  const open = parts.filter(
    (patternPart) => patternPart.kind === "repetition" && patternPart.least !== patternPart.most,
  );
  return (
    isAnchoredPattern(root) &&
    parts.every(isPlainPattern) &&
    open.length <= 1 &&
    patternSize(root) - patternSizes(open) <= maxTriedStates
  );
}

function isPlainPattern(patternPart: PatternNode): boolean {
  if (patternPart.kind === "repetition") return patternPart.part.kind === "character";
  return patternPart.kind === "character" || patternPart.kind === "assertion";
}

function patternSizes(parts: readonly PatternNode[]): number {
  return parts.reduce((sum, patternPart) => sum + patternSize(patternPart), 0);
}

/** Whether a match can begin at the start of the text alone. */
function isAnchoredPattern(node: PatternNode): boolean {
  if (node.kind === "choice") return node.parts.every(isAnchoredPattern);
  const first = node.kind === "sequence" ? node.parts[0] : node;
  if (node.kind === "sequence" && first) return isAnchoredPattern(first);
  return first?.kind === "assertion" && first.which === "start";
}

/** A state of the automaton: what must come next, and the states that follow, by index. */
type PatternState =
  | { readonly kind: "character"; readonly has: (codePoint: number) => boolean; readonly next: number }
  | { readonly kind: "assertion"; readonly which: Assertion; readonly next: number }
  | { readonly kind: "fork"; readonly next: readonly number[] }
  | { readonly kind: "match" };

interface PatternStates {
  readonly all: readonly PatternState[];
  readonly start: number;
}

function patternSize(node: PatternNode): number {
  switch (node.kind) {
    case "character":
    case "assertion":
      return 1;
    case "repetition":
      return patternSize(node.part) * Math.max(1, node.most === Infinity ? node.least + 1 : node.most) + 1;
    default:
      return node.parts.reduce((sum, patternPart) => sum + patternSize(patternPart), 1);
  }
}

function statesOfPattern(root: PatternNode): PatternStates {
  const allStates: PatternState[] = [{ kind: "match" }];
  const addState = (state: PatternState): number => allStates.push(state) - 1;
  /** The state at which a node begins that continues at `next`. */
  const buildState = (node: PatternNode, nextState: number): number => {
    switch (node.kind) {
      case "character":
        return addState({ kind: "character", has: classMembership(node.source), next: nextState });
      case "assertion":
        return addState({ kind: "assertion", which: node.which, next: nextState });
      case "sequence":
        return node.parts.reduceRight((after, patternPart) => buildState(patternPart, after), nextState);
      case "choice":
        return addState({
          kind: "fork",
          next: node.parts.map((patternPart) => buildState(patternPart, nextState)),
        });
      case "repetition":
        return repeat(node, nextState);
    }
  };
  const repeat = (
    { part: patternPart, least, most }: PatternNode & { readonly kind: "repetition" },
    nextState: number,
  ): number => {
    let from = nextState;
    if (most === Infinity) {
      const ways = [nextState];
      from = addState({ kind: "fork", next: ways });
      ways.push(buildState(patternPart, from));
    } else
      for (let count = least; count < most; count += 1)
        from = addState({ kind: "fork", next: [nextState, buildState(patternPart, from)] });
    for (let count = 0; count < least; count += 1) from = buildState(patternPart, from);
    return from;
  };
  return { all: allStates, start: buildState(root, 0) };
}

/** Whether a code point matches a part of the expression. */
function classMembership(classSource: string): (codePoint: number) => boolean {
  const [literal = 0] = [classSource.codePointAt(0)];
  if (!/^[\\[.]/.test(classSource)) return (codePoint) => codePoint === literal;
  const single = new RegExp(`^${classSource}$`, "u");
  const has = (codePoint: number): boolean => single.test(String.fromCodePoint(codePoint));
  const ascii: (boolean | undefined)[] = [];
  return (codePoint) => (codePoint < 128 ? (ascii[codePoint] ??= has(codePoint)) : has(codePoint));
}

function characterTest({ all: allStates, start }: PatternStates, fromStart: boolean): TestPattern {
  return (text, budget) => {
    /** By state, the last position at which it was entered. */
    const entered = new Int32Array(allStates.length).fill(-1);
    let waiting: number[] = [];
    let before = -1;
    for (let at = 0; ;) {
      const codePoint = text.codePointAt(at) ?? -1;
      const following: number[] = [];
      if (at === 0 || !fromStart) waiting.push(start);
      if (waiting.length === 0) return false;
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
        if (entered[index] === at) continue;
        entered[index] = at;
        budget.left -= 1;
        const state = allStates[index];
        if (state?.kind === "match") return true;
        if (state?.kind === "fork") for (const nextState of state.next) waiting.push(nextState);
        else if (state?.kind === "character" && codePoint >= 0 && state.has(codePoint))
          following.push(state.next);
        else if (state?.kind === "assertion" && assertionHolds(state.which, before, codePoint))
          waiting.push(state.next);
      }
      if (budget.left < 0) throw new PatternTooCostly();
      if (codePoint < 0) return false;
      waiting = following;
      before = codePoint;
      at += codePoint > 0xffff ? 2 : 1;
    }
  };
}

function assertionHolds(which: Assertion, before: number, after: number): boolean {
  if (which === "start") return before < 0;
  if (which === "end") return after < 0;
  return (isWordCharacter(before) !== isWordCharacter(after)) === (which === "boundary");
}

function isWordCharacter(codePoint: number): boolean {
  return codePoint >= 0 && codePoint < 128 && /\w/.test(String.fromCodePoint(codePoint));
}
