import type { Diagnostic, Span } from "@proviso/compiler";
import type { WaivedChange } from "@proviso/changes";

/** A change with what the formats show of it. */
export interface ReportedChange extends WaivedChange {
  /** Where its clause is written here. */
  readonly span: Span;
  /** Whether the run fails because of it. */
  readonly fails: boolean;
}

/** What `proviso diff` found. */
export interface DiffReport {
  /** What it was compared with, as it was written. */
  readonly against: string;
  /** If the changes are those of this tool alone. */
  readonly tool?: string;
  /** The most serious first. */
  readonly changes: readonly ReportedChange[];
  /** About waivers. */
  readonly diagnostics: readonly Diagnostic[];
  /** The folder of the project in its repository, with `/` at the end. */
  readonly folder: string;
}

/** One format of `proviso diff`. */
export interface DiffFormat {
  readonly name: string;
  /** A few words for the help. */
  readonly summary: string;
  /** Without the last line end; empty if there is nothing to print. */
  print(report: DiffReport): string;
  /** Whether the findings about waivers are in the text; the others leave them to the error output. */
  readonly hasDiagnostics: boolean;
}
