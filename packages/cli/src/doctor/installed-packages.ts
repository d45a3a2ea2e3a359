import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { foldersUpFrom } from "../install/package-manager.ts";

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** Absolute, without links. */
  readonly folder: string;
  readonly manifest: PackageManifest;
}

export interface PackageManifest {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const ours = [
  "proviso",
  "@proviso/manifest",
  "@proviso/compiler",
  "@proviso/emitters",
  "@proviso/server",
  "@proviso/client",
  "@proviso/trail",
  "@proviso/inbox",
  "@proviso/gateway",
  "@proviso/dbos",
  "@proviso/replay",
  "@proviso/verify",
  "@proviso/site",
] as const;

/** Our packages that code in these folders finds, and those that these packages find in turn. */
export function installedPackages(folders: readonly string[]): readonly InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const waiting = [...folders];
  for (const folder of waiting)
    for (const name of ours) {
      const each = findPackage(folder, name);
      if (!each || found.has(each.folder)) continue;
      found.set(each.folder, each);
      waiting.push(each.folder);
    }
  return [...found.values()];
}

/** A package as Node.js finds it for code in this folder. */
export function findPackage(folder: string, name: string): InstalledPackage | undefined {
  const place = foldersUpFrom(folder)
    .map((each) => join(each, "node_modules", name))
    .find((each) => existsSync(join(each, "package.json")));
  if (place === undefined) return undefined;
  const manifest = readManifest(join(place, "package.json"));
  return { name, version: manifest.version ?? "", folder: realpathSync.native(place), manifest };
}

function readManifest(file: string): PackageManifest {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as PackageManifest;
  } catch {
    // What it should say counts as missing.
    return {};
  }
}
