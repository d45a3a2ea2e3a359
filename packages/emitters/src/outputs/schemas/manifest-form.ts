import type { DomainModel } from "@proviso/compiler";
import type { EmitOptions } from "../../package/emitter.ts";
import type { ModuleEntry } from "../../package/package-entry.ts";
import type { EmittedFile } from "../../text/emitted-file.ts";

type Files = readonly (EmittedFile | Promise<EmittedFile>)[];

/** How an output stores contracts: no contract text is code, and no type is inferred. */
export interface ManifestForm {
  domain(domain: DomainModel, module: ModuleEntry, contracts: object, options: EmitOptions): Files;
  index(project: object, domains: readonly ModuleEntry[], options: EmitOptions): Files;
}

export const manifestDoc = "The contracts of all tools, as the runtime enforces them.";
