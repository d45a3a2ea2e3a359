import {
  type Diagnostic,
  type FoundUse,
  isRelativeUse,
  joinPath,
  type SourceText,
  usesIn,
} from "@proviso/compiler";
import type { Disk } from "../incremental/stamped-disk.ts";

export interface WithUsedFiles {
  /** The contracts with what was found for each `use`, and the used files. */
  readonly sources: readonly SourceText[];
  /** The paths of the used files, without those that the configuration names, but with those that are missing. */
  readonly used: readonly string[];
}

/** Reads every file that contracts use, and those that these use. */
export async function withUsedFiles(
  contracts: readonly SourceText[],
  disk: Pick<Disk, "findUse" | "textOf">,
): Promise<WithUsedFiles> {
  const own = new Set(contracts.map(({ path }) => path));
  const used = new Set<string>();
  const sources: SourceText[] = [];
  const waiting = [...contracts];
  // The list grows while it is read.
  for (const source of waiting) {
    const uses = new Map<string, FoundUse>();
    for (const name of usesIn(source)) {
      const found = await disk.findUse(source.path, name);
      uses.set(name, found);
      const path = "path" in found ? found.path : joinPath(source.path, name);
      if (own.has(path) || used.has(path) || !("path" in found || isRelativeUse(name))) continue;
      used.add(path);
      const text = "path" in found ? disk.textOf(path) : undefined;
      if (text !== undefined) waiting.push({ path, text });
    }
    sources.push(uses.size === 0 ? source : { ...source, uses: Object.fromEntries(uses) });
  }
  return { sources, used: [...used].toSorted() };
}

/** Takes the fixes from findings in these files: one product does not change what others use too. */
export function withoutFixesIn(used: readonly string[], diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map(({ fix, ...found }) =>
    fix && !used.includes(found.span.file) ? { ...found, fix } : found,
  );
}
