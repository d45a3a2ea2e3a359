import type { ContractModel } from "@proviso/compiler";
import type { WireNames } from "@proviso/manifest";
import type { PrintedFiles } from "./printed-files.ts";

/** A file to write. `path` is relative to the emitter's output folder, with `/` between its parts. */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
}

export interface EmitOptions {
  readonly product: string;
  readonly wireNames: WireNames;
  /** The name of the package that this emitter writes, such as `@backoffice/server`. */
  readonly packageName: string;
  readonly packageVersion: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Runtime package to version range: `workspace:*` in this repository, `^1.2.3` in a user's project. */
  readonly runtimeVersions: Readonly<Record<string, string>>;
  /** Templates that a project overrides: name to text. */
  readonly templates: Readonly<Record<string, string>>;
  /** TypeScript files of earlier runs of this very version; without it all are printed. */
  readonly printed?: PrintedFiles;
}

/** Turns a checked model into the files of one package. No I/O: the same model gives the same bytes. */
export interface Emitter {
  readonly name: "server" | "client" | "schemas" | "docs" | "hosts";
  /** One line, for the command line's help. */
  readonly summary: string;
  emit(model: ContractModel, options: EmitOptions): EmittedFile[] | Promise<EmittedFile[]>;
}
