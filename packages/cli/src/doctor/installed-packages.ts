import { realpathSync } from "node:fs";
import { installedPackage, type PackageJson, readPackageJson } from "../disk/package-json.ts";

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** Absolute, without links. */
  readonly folder: string;
  readonly manifest: PackageJson;
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
  "@proviso/codemode",
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
  const place = installedPackage(folder, name);
  if (place === undefined) return undefined;
  const manifest = readPackageJson(place);
  return { name, version: manifest.version ?? "", folder: realpathSync.native(place), manifest };
}
