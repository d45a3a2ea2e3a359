const alike: readonly (readonly [RegExp, string])[] = [
  [/[^\p{L}\p{N}]/gu, ""],
  [/[0о]/g, "o"],
  [/[1il|ı]/g, "l"],
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/[аα]/g, "a"],
  [/[с]/g, "c"],
  [/[е]/g, "e"],
  [/[рρ]/g, "p"],
  [/[х]/g, "x"],
  [/[у]/g, "y"],
  [/[ѕ]/g, "s"],
  [/[ν]/g, "v"],
];

/** Groups of names that a reader could take for one another: they differ in case, separators, or letters that look alike. */
export function lookAlikes(names: readonly string[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(names, skeletonOf);
  return [...groups.values()].filter((group) => group.length > 1);
}

function skeletonOf(name: string): string {
  return alike.reduce(
    (text, [pattern, letter]) => text.replaceAll(pattern, letter),
    name.normalize("NFKC").toLowerCase(),
  );
}
