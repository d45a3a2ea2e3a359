import { dirname, join } from "node:path/posix";
import type { ImportEnding } from "@proviso/emitters";
import { objectOf } from "@proviso/manifest";
import { parseJson } from "@proviso/terminal";
import type { Disk } from "../incremental/stamped-disk.ts";

/**
 * The ending of relative imports for the TypeScript files in a folder: `.ts` if the next `tsconfig.json` above allows it, or if
 * there is none, since only Node.js and bundlers read the files then; else `.js`, which every TypeScript project allows.
 */
export function importEndingIn(folder: string, disk: Pick<Disk, "textOf">): ImportEnding {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const path = join(above, "tsconfig.json");
    if (disk.textOf(path) !== undefined) return allowsTs(path, disk, 0) ? ".ts" : ".js";
    if (above === ".") return ".ts";
  }
}

const options = ["rewriteRelativeImportExtensions", "allowImportingTsExtensions"] as const;
/** More than any chain of configurations that extend each other, unless they do so in a circle. */
const maxDepth = 10;

function allowsTs(path: string, disk: Pick<Disk, "textOf">, depth: number): boolean {
  const config = parseJsonc(disk.textOf(path) ?? "");
  const compilerOptions = (config.compilerOptions ?? {}) as Readonly<Record<string, unknown>>;
  const stated = options.map((name) => compilerOptions[name]).filter((value) => typeof value === "boolean");
  if (stated.length > 0) return stated.includes(true);
  if (depth === maxDepth) return false;
  return [config.extends ?? []]
    .flat()
    .filter((base) => typeof base === "string")
    .flatMap((base) => filesOf(base, path))
    .some((base) => allowsTs(base, disk, depth + 1));
}

/** A configuration is extended by its path, or by the name of an installed package. */
function filesOf(base: string, from: string): readonly string[] {
  const start = base.startsWith(".") ? join(dirname(from), base) : join("node_modules", base);
  return [start, `${start}.json`, `${start}/tsconfig.json`];
}

/** JSON with comments and trailing commas; empty if it is not that. */
function parseJsonc(text: string): { readonly extends?: unknown; readonly compilerOptions?: unknown } {
  const json = text
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[^]*?\*\//g, "$1")
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, "$1");
  return objectOf(parseJson(json));
}
