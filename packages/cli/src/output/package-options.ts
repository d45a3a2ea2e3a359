import { relative } from "node:path/posix";
import type { PackageOptions, Repository } from "@proviso/emitters";
import type { PackagesConfig } from "../config/config.ts";
import { parsePackageJson, textField } from "../disk/package-json.ts";
import type { Disk } from "../incremental/stamped-disk.ts";

interface PackagePlace {
  /** Without the scope. */
  readonly name: string;
  readonly folder: string;
  /** The folder of the output `schemas`; empty if there is none. */
  readonly schemas: string;
}

/** What the `package.json` of an output says of it. */
export function packageOptions(
  { name, folder, schemas }: PackagePlace,
  { scope, license, access }: PackagesConfig,
  versions: Readonly<Record<string, string>>,
  disk: Pick<Disk, "textOf">,
  isPnpmWorkspace: boolean,
): PackageOptions {
  const versionIn = (path: string): string => currentVersion(disk.textOf(`${path}/package.json`));
  const schemasVersion = isPnpmWorkspace || schemas === "" ? "workspace:*" : `^${versionIn(schemas)}`;
  const licenseText = disk.textOf("LICENSE");
  const repository = repositoryOf(disk.textOf("package.json") ?? "", folder);
  return {
    name: `${scope}/${name}`,
    version: versionIn(folder),
    license,
    access,
    ...(licenseText === undefined ? {} : { licenseText }),
    ...(repository ? { repository } : {}),
    runtimeVersions: { ...versions, [`${scope}/schemas`]: schemasVersion },
    schemasFolder: relativeImport(folder, schemas),
  };
}

/** As an import and a `tsconfig.json` write it. */
export function relativeImport(from: string, to: string): string {
  const path = relative(from, to);
  return path.startsWith(".") ? path : `./${path}`;
}

/** The version of a generated package is kept: releases (changesets) set it. */
function currentVersion(packageJson = ""): string {
  const version = textField(parsePackageJson(packageJson), "version");
  return version !== undefined && /^\d+\.\d+\.\d+/.test(version) ? version : "0.1.0";
}

/** The repository of the project's own `package.json`, with a package's folder in it. */
function repositoryOf(packageJson: string, folder: string): Repository | undefined {
  const value = parsePackageJson(packageJson).repository;
  const stated = typeof value === "string" ? { url: value } : value;
  if (typeof stated?.url !== "string") return undefined;
  const { url, directory } = stated;
  const above = typeof directory === "string" ? `${directory}/` : "";
  return { type: "git", url, directory: `${above}${folder}` };
}
