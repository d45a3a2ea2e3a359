import process from "node:process";

/**
 * What a run in CI tries of a list that takes minutes: `size` of `all`, others with each `PROVISO_FUZZ_SEED`. Without a seed it is all
 * of them, so `npm run test:all` on a developer's machine leaves nothing out.
 */
export function pieceOf<T>(all: readonly T[], size: number): readonly T[] {
  const seed = process.env["PROVISO_FUZZ_SEED"];
  if (seed === undefined || all.length <= size) return all;
  const [start, step] = [Number(seed) % all.length, Math.floor(all.length / size)];
  return all.filter((_, at) => {
    const distance = (at - start + all.length) % all.length;
    return distance % step === 0 && distance / step < size;
  });
}
