import { type Assertion, parsePattern, type PatternNode } from "./parse-pattern.ts";

/** The remaining steps of the patterns of one check. */
export interface PatternBudget {
  left: number;
}

/** For the patterns of one check together: a quarter of a second. */
export const mostPatternSteps = 5_000_000;

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
  if (known.has(pattern)) return known.get(pattern);
  const parsed = parsePattern(pattern);
  const test = parsed && testFor(pattern, parsed);
  if (known.size >= mostKnown) known.clear();
  known.set(pattern, test);
  return test;
}

function testFor(pattern: string, parsed: PatternNode): TestPattern | undefined {
  if (sizeOf(parsed) > mostStates) return undefined;
  if (!isStraight(parsed)) return testOf(statesOf(parsed), isAnchored(parsed));
  const native = new RegExp(pattern, "u");
  return (text) => native.test(text);
}

const known = new Map<string, TestPattern | undefined>();
const mostKnown = 1000;
const mostStates = 2000;

/** Parts that are tried again at every character at most. */
const mostTried = 50;

/**
 * Anchored, without choices, and with one repetition at most that can end in several places: the engine's own expressions take
 * linear time as well, and a fraction of it. Most patterns are such.
 */
function isStraight(root: PatternNode): boolean {
  const parts = root.kind === "sequence" ? root.parts : [];
  const open = parts.filter((part) => part.kind === "repetition" && part.least !== part.most);
  return (
    isAnchored(root) && parts.every(isPlain) && open.length <= 1 && sizeOf(root) - sizesOf(open) <= mostTried
  );
}

function isPlain(part: PatternNode): boolean {
  if (part.kind === "repetition") return part.part.kind === "character";
  return part.kind === "character" || part.kind === "assertion";
}

function sizesOf(parts: readonly PatternNode[]): number {
  return parts.reduce((sum, part) => sum + sizeOf(part), 0);
}

/** Whether a match can begin at the start of the text alone. */
function isAnchored(node: PatternNode): boolean {
  if (node.kind === "choice") return node.parts.every(isAnchored);
  const first = node.kind === "sequence" ? node.parts[0] : node;
  if (node.kind === "sequence" && first) return isAnchored(first);
  return first?.kind === "assertion" && first.which === "start";
}

/** A state of the automaton: what must come next, and where that leads. Numbers are indexes of states. */
type State =
  | { readonly kind: "character"; readonly has: (codePoint: number) => boolean; readonly next: number }
  | { readonly kind: "assertion"; readonly which: Assertion; readonly next: number }
  | { readonly kind: "fork"; readonly next: readonly number[] }
  | { readonly kind: "match" };

interface States {
  readonly all: readonly State[];
  readonly start: number;
}

function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case "character":
    case "assertion":
      return 1;
    case "repetition":
      return sizeOf(node.part) * Math.max(1, node.most === Infinity ? node.least + 1 : node.most) + 1;
    default:
      return node.parts.reduce((sum, part) => sum + sizeOf(part), 1);
  }
}

function statesOf(root: PatternNode): States {
  const all: State[] = [{ kind: "match" }];
  const add = (state: State): number => all.push(state) - 1;
  /** The state at which a node begins that continues at `next`. */
  const build = (node: PatternNode, next: number): number => {
    switch (node.kind) {
      case "character":
        return add({ kind: "character", has: membership(node.source), next });
      case "assertion":
        return add({ kind: "assertion", which: node.which, next });
      case "sequence":
        return node.parts.reduceRight((after, part) => build(part, after), next);
      case "choice":
        return add({ kind: "fork", next: node.parts.map((part) => build(part, next)) });
      case "repetition":
        return repeat(node, next);
    }
  };
  const repeat = (
    { part, least, most }: PatternNode & { readonly kind: "repetition" },
    next: number,
  ): number => {
    let from = next;
    if (most === Infinity) {
      const ways = [next];
      from = add({ kind: "fork", next: ways });
      ways.push(build(part, from));
    } else
      for (let count = least; count < most; count += 1)
        from = add({ kind: "fork", next: [next, build(part, from)] });
    for (let count = 0; count < least; count += 1) from = build(part, from);
    return from;
  };
  return { all, start: build(root, 0) };
}

/** Whether a code point matches a part of the expression. */
function membership(source: string): (codePoint: number) => boolean {
  const [literal = 0] = [source.codePointAt(0)];
  if (!/^[\\[.]/.test(source)) return (codePoint) => codePoint === literal;
  const single = new RegExp(`^${source}$`, "u");
  const has = (codePoint: number): boolean => single.test(String.fromCodePoint(codePoint));
  const ascii: (boolean | undefined)[] = [];
  return (codePoint) => (codePoint < 128 ? (ascii[codePoint] ??= has(codePoint)) : has(codePoint));
}

function testOf({ all, start }: States, fromStart: boolean): TestPattern {
  return (text, budget) => {
    /** By state, the last position at which it was entered. */
    const entered = new Int32Array(all.length).fill(-1);
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
        const state = all[index];
        if (state?.kind === "match") return true;
        if (state?.kind === "fork") for (const next of state.next) waiting.push(next);
        else if (state?.kind === "character" && codePoint >= 0 && state.has(codePoint))
          following.push(state.next);
        else if (state?.kind === "assertion" && holds(state.which, before, codePoint))
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

function holds(which: Assertion, before: number, after: number): boolean {
  if (which === "start") return before < 0;
  if (which === "end") return after < 0;
  return (isWord(before) !== isWord(after)) === (which === "boundary");
}

function isWord(codePoint: number): boolean {
  return codePoint >= 0 && codePoint < 128 && /\w/.test(String.fromCodePoint(codePoint));
}
