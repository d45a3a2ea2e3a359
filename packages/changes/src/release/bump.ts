import type { Change } from "../diff/facts/change.ts";

/** How far a version goes up, least first, as in semantic versioning. */
export const bumps = ["patch", "minor", "major"] as const;
export type Bump = (typeof bumps)[number];

/** Codes of changes that give callers something more and take nothing away. */
const additions: ReadonlySet<string> = new Set(["tool-added", "input-property-added", "permission-declared"]);

/**
 * What can break a caller or makes a contract less strict is major; what callers may notice is
 * minor; words are a patch. Below 1.0.0 too: a release that protects less is not a small one.
 */
export function bumpOf({ id, callers, safety }: Pick<Change, "id" | "callers" | "safety">): Bump {
  if (callers === "breaking" || safety === "loosened") return "major";
  if (callers === "dangerous" || safety === "tightened" || additions.has(id)) return "minor";
  return "patch";
}

/** The highest of several; undefined if there is none. */
export function highest(several: readonly Bump[]): Bump | undefined {
  return bumps.findLast((bump) => several.includes(bump));
}

export const isLower = (one: Bump | undefined, other: Bump): boolean =>
  one === undefined || bumps.indexOf(one) < bumps.indexOf(other);
