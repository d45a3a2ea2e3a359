import type { DomainModel } from "@proviso/compiler";
import type { WireNames } from "@proviso/manifest";
import type { EmittedFile } from "../text/emitted-file.ts";
import type { EmitterName } from "../naming/known-names.ts";
import type { PrintedShapes } from "../typescript/code-shape.ts";
import type { ProjectNames } from "../naming/project-names.ts";

export interface EmitOptions {
  readonly product: string;
  readonly wireNames: WireNames;
  /** The name of the package that this emitter writes, such as `@backoffice/server`. */
  readonly packageName: string;
  readonly packageVersion: string;
  /** The package that holds the types and contracts, such as `@backoffice/schemas`. */
  readonly schemasPackage: string;
  /** An SPDX expression. */
  readonly license: string;
  /** A package that emitted code imports to its version range: `workspace:*` in a workspace of pnpm, else `^1.2.3`. */
  readonly runtimeVersions: Readonly<Record<string, string>>;
  /** Templates that a project overrides: name to text. */
  readonly templates: Readonly<Record<string, string>>;
  /** Shapes of code that this very version printed before; those that are new are added. */
  readonly shapes?: PrintedShapes;
}

export interface DomainContext extends EmitOptions {
  /** What the other domains are called. */
  readonly project: ProjectNames;
}

/** What an emitter makes of one domain. */
export interface DomainOutput<Entry> {
  /** Files about this domain alone. Some are still being formatted: nobody has to wait for them to make the indexes. */
  readonly files: readonly (EmittedFile | Promise<EmittedFile>)[];
  /** What the files about all domains say of this one: plain data, good for as long as the domain stays as it is. */
  readonly entry: Entry;
}

/**
 * Turns a checked model into the files of one package, a domain at a time: when one contract changes, what was made of
 * the others still holds, and only the indexes are made again. No I/O: the same model gives the same bytes.
 */
export interface Emitter<Entry = unknown> {
  readonly name: EmitterName | "handlers";
  /** One line, for the command line's help. */
  readonly summary: string;
  /** Depends on nothing but its arguments, and on the project only by what `ProjectNames` tells. */
  emitDomain(domain: DomainModel, context: DomainContext): Promise<DomainOutput<Entry>>;
  /** The files about all domains. Entries are in the order of the domains' names. */
  emitIndex(entries: readonly Entry[], options: EmitOptions): Promise<readonly EmittedFile[]>;
}
