import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * A hash of all that can change what a run does: name and version of this package and of everything that it depends on,
 * however far away; in a checkout the builds of our own packages too, which change there without their version; and Node.js.
 */
export function toolIdentity(): string {
  identity ??= readIdentity();
  return identity;
}

/** Code that is running does not change. */
let identity: string | undefined;

function readIdentity(): string {
  const hash = createHash("sha256").update(process.version);
  const seen = new Set<string>();
  addPackage(realpathSync.native(fileURLToPath(new URL("../..", import.meta.url))), seen, (text) =>
    hash.update(text),
  );
  return hash.digest("hex");
}

type Add = (text: string | Buffer) => void;

function addPackage(folder: string, seen: Set<string>, add: Add): void {
  if (seen.has(folder)) return;
  seen.add(folder);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageJson;
  add(`\n${manifest.name}@${manifest.version}\n`);
  if (isInCheckout(folder)) addBuild(folder, add);
  // Optional ones are what a package needs on one platform or another, of its own version.
  for (const name of Object.keys(manifest.dependencies ?? {}).toSorted()) {
    const found = findPackage(folder, name);
    if (found !== undefined) addPackage(found, seen, add);
  }
}

/** Not installed from a registry, which never gives other bytes under the same version. */
function isInCheckout(folder: string): boolean {
  return !folder.split(sep).includes("node_modules");
}

/** What `tsc -b` notes of a build has a hash of every source. Templates are read as they are. */
function addBuild(folder: string, add: Add): void {
  const notes = join(folder, "dist/.tsbuildinfo");
  if (existsSync(notes)) add(readFileSync(notes));
  const templates = join(folder, "templates");
  if (!existsSync(templates)) return;
  for (const name of readdirSync(templates).toSorted()) {
    add(`\n${name}\n`);
    add(readFileSync(join(templates, name)));
  }
}

/** As Node.js looks for it. */
function findPackage(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync.native(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}
