import type { Json } from "@proviso/manifest";

/** More than any contract has. A server may list anything, and comparisons recurse. */
const deepest = 500;

/** Throws if the data is nested deeper than comparisons go. Does not recurse itself. */
export function requireShallow(data: Json, name: string): void {
  let level: readonly Json[] = [data];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest)
      throw new TypeError(`${name} is nested deeper than ${deepest} levels: no compiled contract is`);
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
}
