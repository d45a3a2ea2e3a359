import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { installedPackage, readPackageJson } from "../disk/package-json.ts";

/**
 * A hash of everything in this tool that can change a run's result: name and version of this package and of its dependencies,
 * direct and indirect; in a checkout also the builds of our own packages, whose versions do not change; and the Node.js version.
 */
export function toolIdentity(): string {
  ownIdentity ??= readIdentity();
  return ownIdentity;
}

/** Read once: running code does not change. */
let ownIdentity: string | undefined;

function readIdentity(): string {
  const hash = createHash("sha256").update(process.version);
  const seen = new Set<string>();
  addPackage(realpathSync.native(fileURLToPath(new URL("../..", import.meta.url))), seen, (text) =>
    hash.update(text),
  );
  return hash.digest("hex");
}

type AddToIdentity = (text: string | Buffer) => void;

function addPackage(folder: string, seen: Set<string>, add: AddToIdentity): void {
  if (seen.has(folder)) return;
  seen.add(folder);
  const manifest = readPackageJson(folder);
  add(`\n${manifest.name}@${manifest.version}\n`);
  if (isInCheckout(folder)) addBuild(folder, add);
  // Leaves out optional dependencies: they are platform builds with the package's version.
  for (const name of Object.keys(manifest.dependencies ?? {}).toSorted()) {
    const found = installedPackage(folder, name);
    if (found !== undefined) addPackage(realpathSync.native(found), seen, add);
  }
}

/** Whether a package is not installed from a registry, where a version never changes. */
function isInCheckout(folder: string): boolean {
  return !folder.split(sep).includes("node_modules");
}

/** The `.tsbuildinfo` of `tsc -b` has a hash of every source. Templates are added. */
function addBuild(folder: string, add: AddToIdentity): void {
  const notes = join(folder, "dist/.tsbuildinfo");
  if (existsSync(notes)) add(readFileSync(notes));
  const templates = join(folder, "templates");
  if (!existsSync(templates)) return;
  for (const name of readdirSync(templates).toSorted()) {
    add(`\n${name}\n`);
    add(readFileSync(join(templates, name)));
  }
}
