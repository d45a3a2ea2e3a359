import { type EmitOptions, type Emitter, emitterOf, handlersEmitter } from "@proviso/emitters";
import type { Config, Output } from "../config/config.ts";
import type { Project } from "../project/read-project.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
import { importEndingIn } from "../project/import-ending.ts";
import { packageOptions, relativeImport } from "./package-options.ts";

/** An output folder, its emitter and the emitter's options. */
export interface OutputTarget {
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
): readonly OutputTarget[] {
  const { product, wireNames, layout, packages, outputs, handlers } = config;
  const folderOf = (name: string): string => outputs.find(({ emitter }) => emitter === name)?.folder ?? "";
  const optionsIn = (folder: string): EmitOptions => {
    const importEnding = config.importEnding ?? importEndingIn(folder, disk);
    const moduleOf = (name: string): string =>
      packages
        ? `${packages.scope}/${name}`
        : relativeImport(folder, `${folderOf(name)}/index${importEnding}`);
    const [schemasModule, serverModule] = [moduleOf("schemas"), moduleOf("server")];
    const clientModule = folderOf("client") === "" ? undefined : moduleOf("client");
    return {
      product,
      wireNames,
      layout,
      importEnding,
      schemasModule,
      serverModule,
      clientModule,
      templates,
    };
  };
  const optionsOf = ({ emitter, folder }: Output): EmitOptions => {
    if (!packages) return optionsIn(folder);
    const schemas = folderOf("schemas");
    const own = packageOptions({ name: emitter, folder, schemas }, packages, versions, disk, isPnpmWorkspace);
    // A package has a tsconfig.json of its own.
    return { ...optionsIn(folder), importEnding: ".ts", package: own };
  };
  const targets = outputs.map((output): OutputTarget => {
    const { emitter, folder } = output;
    return { emitter: emitterOf[emitter], folder, options: optionsOf(output), isWrittenOnce: false };
  });
  if (!handlers || !outputs.some(({ emitter }) => emitter === "server")) return targets;
  const folder = handlers.value;
  return [...targets, { emitter: handlersEmitter, folder, options: optionsIn(folder), isWrittenOnce: true }];
}
