import { distance } from "fastest-levenshtein";

export type Address = readonly [href: string, title: string];

/** The addresses that are most like a wrong one, the best first; none if none is alike. */
export function suggest(wrong: string, addresses: readonly Address[], max = 5): readonly Address[] {
  const asked = wordsOf(wrong);
  if (asked.length === 0) return [];
  return addresses
    .map((address) => ({ address, score: likeness(asked, wordsOf(address[0])) }))
    .filter(({ score }) => score >= 0.5)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, max)
    .map(({ address }) => address);
}

const wordsOf = (address: string): readonly string[] =>
  address
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** From 0 to 1: how well each word of one address has its like in the other, in both directions. */
function likeness(one: readonly string[], other: readonly string[]): number {
  return (covered(one, other) + covered(other, one)) / 2;
}

function covered(words: readonly string[], by: readonly string[]): number {
  const best = words.map((word) => Math.max(0, ...by.map((each) => similarity(word, each))));
  return best.length === 0 ? 0 : best.reduce((sum, each) => sum + each, 0) / best.length;
}

/** Words that differ in more than a third of their letters are different words. */
function similarity(one: string, other: string): number {
  const same = 1 - distance(one, other) / Math.max(one.length, other.length);
  return same < 2 / 3 ? 0 : same;
}
