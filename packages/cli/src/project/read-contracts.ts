import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { compile, printDiagnostics, toManifest } from "@proviso/compiler";
import type { Manifest } from "@proviso/manifest";
import { readText, UsageError } from "@proviso/terminal";
import { findUsedFile } from "../disk/find-used-file.ts";
import { withUsedFiles } from "./used-files.ts";

/**
 * Compiles a contract, or those of a folder: its `*.yaml` files, or those of its folder `contracts`; and the files that they `use`.
 * Throws a `UsageError` that says what is wrong with them.
 */
export async function readContracts(path: string, product: string): Promise<Manifest> {
  const { root, names } = filesAt(resolve(path));
  const textOf = (name: string): string => readText(join(root, name));
  const { sources } = await withUsedFiles(
    names.map((name) => ({ path: name, text: textOf(name) })),
    { textOf, findUse: (from, name) => findUsedFile(root, from, name) },
  );
  const { model, diagnostics } = compile(sources);
  if (model) return toManifest(model, { product, wireNames: "underscore" });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  throw new UsageError(`the contracts in ${path} have errors:\n${printDiagnostics(errors, sources, {})}`);
}

function filesAt(path: string): { readonly root: string; readonly names: readonly string[] } {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`there is no folder ${path}, nor a file`);
  if (!stat.isDirectory()) return { root: realpathSync.native(dirname(path)), names: [basename(path)] };
  const inside = join(path, "contracts");
  const root = statSync(inside, { throwIfNoEntry: false })?.isDirectory() ? inside : path;
  const names = readdirSync(root).filter((name) => /\.ya?ml$/.test(name) && !name.startsWith("proviso."));
  if (names.length === 0) throw new UsageError(`there is no contract (\`*.yaml\`) in ${root}`);
  return { root: realpathSync.native(root), names: names.toSorted() };
}
