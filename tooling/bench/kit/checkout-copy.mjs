// A copy of the checkout in which code may be changed, without what a build or a package manager made at the root.
import { cpSync, existsSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";

const original = join(import.meta.dirname, "../../..");
const copied = ["packages", "apps", "tooling", "contracts", "editors", "actions", ".ci"];
const copiedFiles = [
  "package.json",
  "pnpm-workspace.yaml",
  "proviso.yaml",
  "proviso.lock",
  "tsconfig.base.json",
];
/** Not copied: results of runs, and what no package's tests read. */
const omitted = new Set([".turbo", "reports", ".astro"]);
const omittedFolders = new Set(["tooling/versus", "apps/docs/dist"].map((each) => join(original, each)));

const filter = (path) => !omitted.has(basename(path)) && !omittedFolders.has(path);

/**
 * Copies the checkout to `.work/NAME` and returns the path of the copy. Links between packages lead to the packages of the copy;
 * packages from the registry are those of the original.
 */
export function copyCheckout(name) {
  const root = join(original, ".work", name);
  rmSync(root, { recursive: true, force: true });
  for (const each of [...copied, ...copiedFiles])
    if (existsSync(join(original, each)))
      cpSync(join(original, each), join(root, each), {
        recursive: true,
        preserveTimestamps: true,
        verbatimSymlinks: true,
        filter,
      });
  symlinkSync(join(original, "node_modules"), join(root, "node_modules"));
  return root;
}
