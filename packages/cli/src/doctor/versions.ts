/** Negative if the first version is older. Pre-releases count as their release. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map(
    (text) => /\d+(\.\d+)*/.exec(text)?.[0].split(".").map(Number) ?? [],
  );
  for (let index = 0; index < 3; index += 1) {
    const difference = (first?.[index] ?? 0) - (second?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a version is in a range `^1.2.3` or `>=1.2.3`; other ranges count as fulfilled. */
export function isInRange(version: string, range: string): boolean {
  const [, rangeKind, leastVersion = ""] = /^(\^|>=)(\d[\d.]*)$/.exec(range) ?? [];
  if (rangeKind === undefined) return true;
  if (compareVersions(version, leastVersion) < 0) return false;
  return rangeKind === ">=" || leading(version) === leading(leastVersion);
}

/** The part of a version that a caret keeps: all up to the first number above 0. */
function leading(version: string): string {
  return /^(0\.)*\d+/.exec(version)?.[0] ?? version;
}
