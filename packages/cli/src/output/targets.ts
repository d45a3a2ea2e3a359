import { emitterOf, handlersEmitter } from "@proviso/emitters";
import type { EmitOptions, Emitter } from "@proviso/emitters";
import type { Config } from "../config/config.ts";
import type { Project } from "../project/read-project.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
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
  const { product, wireNames, license, scope, outputs, handlers } = config;
  const schemasPackage = `${scope}/schemas`;
  const versionIn = (folder: string): string => currentVersion(disk.textOf(`${folder}/package.json`));
  const schemas = outputs.find(({ emitter }) => emitter === "schemas");
  const schemasVersion = isPnpmWorkspace || !schemas ? "workspace:*" : `^${versionIn(schemas.folder)}`;
  const runtimeVersions = { ...versions, [schemasPackage]: schemasVersion };
  const base = { product, wireNames, license, schemasPackage, runtimeVersions, templates };
  const targets = outputs.map(({ emitter: name, folder }): Target => {
    const packageVersion = versionIn(folder);
    const options = { ...base, packageName: `${scope}/${name}`, packageVersion };
    return { emitter: emitterOf[name], folder, options, isWrittenOnce: false };
  });
  const server = targets.find(({ emitter }) => emitter.name === "server");
  if (!handlers || !server) return targets;
  const stubs = { ...server, emitter: handlersEmitter, folder: handlers.value, isWrittenOnce: true };
  return [...targets, stubs];
}

/** The version of a generated package is kept: releases (changesets) set it. */
function currentVersion(packageJson: string | undefined): string {
  const version = packageJson === undefined ? undefined : fieldOf(packageJson, "version");
  return version !== undefined && /^\d+\.\d+\.\d+/.test(version) ? version : "0.1.0";
}
