const alike: readonly (readonly [RegExp, string])[] = [
  // Marks too, which a decomposed letter has apart.
  [/[^\p{L}\p{N}]/gu, ""],
  [/[0оο]/g, "o"],
  [/[1il|ıіїιӏ]/g, "l"],
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/[аαɑ]/g, "a"],
  [/[с]/g, "c"],
  [/[е]/g, "e"],
  [/[рρ]/g, "p"],
  [/[хχ]/g, "x"],
  [/[уү]/g, "y"],
  [/[кκ]/g, "k"],
  [/[мϻ]/g, "m"],
  [/[тτ]/g, "t"],
  [/[нһ]/g, "h"],
  [/[вβ]/g, "b"],
  [/[ηп]/g, "n"],
  [/[ԁ]/g, "d"],
  [/[ј]/g, "j"],
  [/[υ]/g, "u"],
  [/[ѕ]/g, "s"],
  [/[ν]/g, "v"],
];

/** Groups of names that readers confuse: they differ in case, separators or similar letters. */
export function lookAlikes(names: readonly string[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(names, skeletonOf);
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Equal for names that look alike. */
export function skeletonOf(name: string): string {
  return alike.reduce(
    (text, [pattern, letter]) => text.replaceAll(pattern, letter),
    name.normalize("NFKD").toLowerCase(),
  );
}
