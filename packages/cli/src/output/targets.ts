import { relative } from "node:path/posix";
import { emitterOf, handlersEmitter } from "@proviso/emitters";
import type { EmitOptions, Emitter, PackageOptions } from "@proviso/emitters";
import type { Config } from "../config/config.ts";
import type { Project } from "../project/read-project.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
import { importEndingIn } from "../project/import-ending.ts";
import { fieldOf } from "../disk/runtime-versions.ts";

/** An output folder, its emitter and the emitter's options. */
export interface Target {
  readonly emitter: Emitter;
  readonly folder: string;
  readonly options: EmitOptions;
  /** Whether existing files are never changed: handlers belong to their author. */
  readonly isWrittenOnce: boolean;
}

/** The outputs of the configuration, and the handlers if the project wants them. */
export function targetsOf(
  { templates }: Project,
  config: Config,
  disk: Disk,
  versions: Readonly<Record<string, string>>,
  isPnpmWorkspace: boolean,
): readonly Target[] {
  const { product, wireNames, layout, packages, outputs, handlers } = config;
  const folderOf = (name: string): string | undefined =>
    outputs.find(({ emitter }) => emitter === name)?.folder;
  const optionsIn = (folder: string): EmitOptions => {
    const importEnding = config.importEnding ?? importEndingIn(folder, disk);
    const moduleOf = (name: string): string =>
      packages ? `${packages.scope}/${name}` : importPath(folder, folderOf(name) ?? "", importEnding);
    const isInPackage = packages !== undefined && folder !== handlers?.value;
    return {
      product,
      wireNames,
      layout,
      importEnding: isInPackage ? ".ts" : importEnding,
      schemasModule: moduleOf("schemas"),
      serverModule: moduleOf("server"),
      templates,
    };
  };
  const versionIn = (folder: string): string => currentVersion(disk.textOf(`${folder}/package.json`));
  const runtimeVersions = (): PackageOptions["runtimeVersions"] => {
    const schemas = folderOf("schemas");
    const range = isPnpmWorkspace || schemas === undefined ? "workspace:*" : `^${versionIn(schemas)}`;
    return { ...versions, [`${packages?.scope}/schemas`]: range };
  };
  const targets = outputs.map(({ emitter: name, folder }): Target => {
    const own = packages && {
      name: `${packages.scope}/${name}`,
      version: versionIn(folder),
      license: packages.license,
      runtimeVersions: runtimeVersions(),
    };
    const options = { ...optionsIn(folder), ...(own ? { package: own } : {}) };
    return { emitter: emitterOf[name], folder, options, isWrittenOnce: false };
  });
  if (!handlers || folderOf("server") === undefined) return targets;
  const folder = handlers.value;
  return [...targets, { emitter: handlersEmitter, folder, options: optionsIn(folder), isWrittenOnce: true }];
}

function importPath(from: string, to: string, ending: string): string {
  const path = relative(from, `${to}/index${ending}`);
  return path.startsWith(".") ? path : `./${path}`;
}

/** The version of a generated package is kept: releases (changesets) set it. */
function currentVersion(packageJson: string | undefined): string {
  const version = packageJson === undefined ? undefined : fieldOf(packageJson, "version");
  return version !== undefined && /^\d+\.\d+\.\d+/.test(version) ? version : "0.1.0";
}
