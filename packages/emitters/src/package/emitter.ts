import type { DomainModel, NameMap } from "@proviso/compiler";
import type { WireNames } from "@proviso/manifest";
import type { EmittedFile } from "../text/emitted-file.ts";
import type { Layout } from "../naming/domain-file.ts";
import type { EmitterName } from "../naming/known-names.ts";
import type { PrintedShapes } from "../typescript/code-shape.ts";
import type { ProjectOutline } from "../naming/project-outline.ts";

export type ImportEnding = ".ts" | ".js" | "";

/** The package that an emitter writes. */
export interface PackageOptions {
  /** The name of the emitted package, such as `@backoffice/server`. */
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The project's licence, which each package that may be published carries. */
  readonly licenseText?: string;
  readonly repository?: Repository;
  readonly access: PackageAccess;
  /** The version range of imported packages: `workspace:*` in a pnpm workspace, else `^1.2.3`. */
  readonly runtimeVersions: Readonly<Record<string, string>>;
  /** The path to the folder of the output `schemas`. */
  readonly schemasFolder: string;
}

/** Who may install a package from a registry; nobody if it is private and never published. */
export type PackageAccess = "private" | "restricted" | "public";

/** The repository as in a `package.json`. */
export interface Repository {
  readonly type: string;
  readonly url: string;
  /** Where the emitted package is in its repository. */
  readonly directory: string;
}

export interface EmitOptions {
  readonly product: string;
  readonly wireNames: WireNames;
  readonly layout: Layout;
  /** The ending of relative imports, as the TypeScript project around the code allows it. */
  readonly importEnding: ImportEnding;
  /** Where code imports types and contracts from: `@backoffice/schemas`, `../schemas/index.js`. */
  readonly schemasModule: string;
  /** What the handlers import their types from. */
  readonly serverModule: string;
  /** What an agent's host imports the client from; undefined if the project generates none. */
  readonly clientModule: string | undefined;
  /** Absent in the layout `folders`. */
  readonly package?: PackageOptions;
  /** Templates that a project overrides: name to text. */
  readonly templates: Readonly<Record<string, string>>;
  /** Shapes of code that this version has printed before; new ones are added. */
  readonly shapes?: PrintedShapes;
}

export interface DomainContext extends EmitOptions {
  /** The names of other domains, for imports between modules. */
  readonly project: ProjectOutline;
  /** By tool: what became looser and was accepted, the oldest entry first. */
  readonly history: NameMap<readonly HistoryEntry[]>;
}

/** One acceptance. All of it is text that people wrote. */
export interface HistoryEntry {
  /** Begins with a day, as `2026-11-22`. */
  readonly when: string;
  readonly who: string;
  readonly reason: string;
  /** One sentence for each change. */
  readonly changes: readonly string[];
}

/** What an emitter returns for one domain. */
export interface DomainOutput<Entry> {
  /** Files about this domain only. Promises are files still in formatting; indexes need none. */
  readonly files: readonly (EmittedFile | Promise<EmittedFile>)[];
  /** This domain's part of the files about all domains: plain data, by this domain only. */
  readonly entry: Entry;
}

/**
 * Turns a checked model into the files of one package, one domain at a time: if a contract changes,
 * only its domain and the indexes are emitted again. No I/O: the same model gives the same bytes.
 */
export interface Emitter<Entry = unknown> {
  readonly name: EmitterName | "handlers";
  /** The emitter in one line, for the command line's help. */
  readonly summary: string;
  /** The package of ours that its code imports. */
  readonly runtime?: string;
  /** Depends only on its arguments, and on other domains only through `ProjectOutline`. */
  emitDomain(domain: DomainModel, context: DomainContext): Promise<DomainOutput<Entry>>;
  /** The files about all domains. Entries are in the order of the domains' names. */
  emitIndex(entries: readonly Entry[], options: EmitOptions): Promise<readonly EmittedFile[]>;
}
