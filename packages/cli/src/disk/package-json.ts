import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { objectOf } from "@proviso/manifest";
import { parseJson } from "@proviso/terminal";

/** What proviso reads of a `package.json`. */
export interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly type?: string;
  readonly packageManager?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node?: string };
  readonly exports?: Readonly<Record<string, unknown>> | null;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly repository?: string | { readonly url?: unknown; readonly directory?: unknown } | null;
}

/** Of the package in this folder. What it should say counts as missing if it cannot be read. */
export function readPackageJson(folder: string): PackageJson {
  try {
    return parsePackageJson(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return {};
  }
}

export function parsePackageJson(text: string): PackageJson {
  return objectOf(parseJson(text)) as PackageJson;
}

/** A field that is to be text; undefined if it is absent or no text. */
export function textField(
  json: PackageJson,
  field: "name" | "version" | "type" | "packageManager",
): string | undefined {
  const value: unknown = json[field];
  return typeof value === "string" ? value : undefined;
}

/** The version of this package. */
export const ownVersion: string =
  readPackageJson(fileURLToPath(new URL("../..", import.meta.url))).version ?? "";

/** The nearest folder, this one or above, that is a package. */
export function packageAround(folder: string): string | undefined {
  return foldersUpFrom(folder).find((each) => existsSync(join(each, "package.json")));
}

/** Where Node.js finds a package for code in this folder. */
export function installedPackage(folder: string, name: string): string | undefined {
  return foldersUpFrom(folder)
    .map((each) => join(each, "node_modules", name))
    .find((each) => existsSync(join(each, "package.json")));
}

/** A folder and all above it. */
export function foldersUpFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)];
}
