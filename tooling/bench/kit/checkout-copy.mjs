// A copy of the checkout in which code may be changed, without what a build or a package manager made at the root.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
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

/**
 * Copies the checkout to `.work/NAME` and returns the path of the copy. Of an earlier copy, only
 * what differs is replaced. Links between packages lead to the packages of the copy; packages from
 * the registry are those of the original.
 */
export function copyCheckout(name) {
  const root = join(original, ".work", name);
  mkdirSync(root, { recursive: true });
  for (const each of [...copied, ...copiedFiles]) copyChanged(join(original, each), join(root, each));
  if (!existsSync(join(root, "node_modules")))
    symlinkSync(join(original, "node_modules"), join(root, "node_modules"));
  return root;
}

function copyChanged(source, target) {
  const from = lstatSync(source);
  const to = lstatSync(target, { throwIfNoEntry: false });
  if (!from.isDirectory()) {
    if (!isSame(source, from, target, to)) copyEntry(source, from, target);
    return;
  }
  if (!to?.isDirectory()) rmSync(target, { force: true });
  mkdirSync(target, { recursive: true });
  const names = new Set(readdirSync(source).filter((each) => isCopied(join(source, each))));
  for (const each of readdirSync(target))
    if (!names.has(each)) rmSync(join(target, each), { recursive: true });
  for (const each of names) copyChanged(join(source, each), join(target, each));
}

function isCopied(source) {
  return !omitted.has(basename(source)) && !omittedFolders.has(source);
}

/** A file that was changed and put back has another time. */
function isSame(source, from, target, to) {
  if (from.isSymbolicLink()) return to?.isSymbolicLink() && readlinkSync(source) === readlinkSync(target);
  return to?.isFile() && from.size === to.size && Math.trunc(from.mtimeMs) === Math.trunc(to.mtimeMs);
}

function copyEntry(source, from, target) {
  rmSync(target, { recursive: true, force: true });
  if (from.isSymbolicLink()) return symlinkSync(readlinkSync(source), target);
  copyFileSync(source, target);
  utimesSync(target, from.atimeMs / 1000, from.mtimeMs / 1000);
}
