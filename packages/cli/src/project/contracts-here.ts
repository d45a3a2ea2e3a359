import { type ContractModel, type Diagnostic, type SourceText, toManifest } from "@proviso/compiler";
import type { Manifest } from "@proviso/manifest";
import type { Config } from "../config/config.ts";
import type { ProjectPlace } from "../disk/find-project.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { compileProject } from "./compile-project.ts";
import { readProject } from "./read-project.ts";

/** What a project says now. */
export interface ProjectHere {
  readonly model: ContractModel;
  readonly manifest: Manifest;
  readonly config: Config;
}

export interface ContractsHere {
  /** Absent if the configuration or the contracts have errors. Warnings keep nothing from being compiled. */
  readonly here?: ProjectHere;
  /** The findings in what has errors; none if there is a project. */
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
}

/** Reads and compiles the contracts of a project as they are on the disk. */
export async function readContractsHere(place: ProjectPlace): Promise<ContractsHere> {
  const project = await readProject(place, lookAtDisk(place.root));
  const { config, texts } = project;
  const { model, diagnostics } = compileProject(project);
  if (!config || !model) return { diagnostics, texts };
  return { here: { model, manifest: toManifest(model, config), config }, diagnostics: [], texts };
}
