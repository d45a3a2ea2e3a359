/**
 * Splits a name into words of snake case, such as `getUserByID`, `get-user` or `get.user`.
 * Characters of other scripts are dropped.
 */
export function wordsOf(name: string): readonly string[] {
  return (
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}
