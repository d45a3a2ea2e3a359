import type { ToolContract } from "@proviso/manifest";
import { textsOf, wordsOf } from "./tool-words.ts";

/** The usual constants of BM25: how soon more of a word counts no more, and how much a long text counts less. */
const saturation = 1.2;
const lengthShare = 0.5;
/** How much a longer word counts for the asked one, which is its beginning. */
const beginning = 0.5;
const shortest = 4;
/** So that a question does not cost much. */
const maxAsked = 16;

interface Weighed {
  readonly words: ReadonlyMap<string, number>;
  /** The words, each after a space: nearly all tools are passed over by one look at it. */
  readonly text: string;
  readonly length: number;
}

/** The words of each tool. They depend on nothing but its contract. */
const known = new WeakMap<ToolContract, Weighed>();

/**
 * Finds the tools that answer a question, best first, by BM25. How rare a word is, and how long a text, is counted in these tools alone,
 * at each question: with an index of all tools, hidden ones would show in the order of the others.
 */
export function rankTools(tools: readonly ToolContract[], question: string): readonly ToolContract[] {
  const all = tools.map((tool) => known.get(tool) ?? weighed(tool));
  const average = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  const scores = all.map(() => 0);
  for (const asked of [...new Set(wordsOf(question))].slice(0, maxAsked)) {
    const counts = all.map((tool) => countOf(asked, tool));
    const having = counts.filter((count) => count > 0).length;
    const rarity = Math.log(1 + (all.length - having + 0.5) / (having + 0.5));
    for (const [at, count] of counts.entries()) {
      const share = 1 - lengthShare + (lengthShare * (all[at]?.length ?? 0)) / average;
      scores[at] = (scores[at] ?? 0) + (rarity * count * (saturation + 1)) / (count + saturation * share);
    }
  }
  const scored = tools.map((tool, at) => ({ tool, score: scores[at] ?? 0 })).filter(({ score }) => score > 0);
  return scored.toSorted((one, other) => other.score - one.score).map(({ tool }) => tool);
}

function countOf(asked: string, { words, text }: Weighed): number {
  const exact = words.get(asked);
  if (exact !== undefined || asked.length < shortest || !text.includes(` ${asked}`)) return exact ?? 0;
  let count = 0;
  for (const [word, weight] of words) if (word.startsWith(asked)) count = Math.max(count, beginning * weight);
  return count;
}

function weighed(tool: ToolContract): Weighed {
  const words = new Map<string, number>();
  for (const [weight, text] of textsOf(tool))
    for (const word of wordsOf(text)) words.set(word, (words.get(word) ?? 0) + weight);
  const length = [...words.values()].reduce((sum, weight) => sum + weight, 0);
  const made = { words, length, text: ` ${[...words.keys()].join(" ")}` };
  known.set(tool, made);
  return made;
}
