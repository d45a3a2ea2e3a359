import { closest, distance } from "fastest-levenshtein";

/** The candidate that `word` was probably meant to be; undefined if none is similar enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const list = [...candidates];
  if (list.length === 0 || word.length > 64) return undefined;
  const best = closest(
    word.toLowerCase(),
    list.map((candidate) => candidate.toLowerCase()),
  );
  const found = list.find((candidate) => candidate.toLowerCase() === best);
  return distance(word.toLowerCase(), best) <= Math.max(1, Math.ceil(word.length / 3)) ? found : undefined;
}

export function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `did you mean \`${name}\`?`;
}
