import type { ParseArgsOptionsConfig } from "node:util";
import type { AuditTrail } from "../trail/audit-trail.ts";
import type { ExitCode } from "./exit-codes.ts";

/** Where an audit command runs. Only its implementation touches `process`. */
export interface AuditHost {
  /** Prints results: whole lines, without the last line end. Resolves when more can be written. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Of the terminal that shows results; undefined if they go elsewhere. */
  readonly width?: number | undefined;
  readonly color: boolean;
  /** Aborted when the reader of the printed records needs no more. */
  readonly signal: AbortSignal;
}

/** The arguments of an audit command. */
export interface AuditCommandLine {
  /** The path or URL of the trail, as given. */
  readonly source: string;
  /** Opens the audit trail, lets it be used and closes it. */
  read<Result>(use: (trail: AuditTrail) => Promise<Result>): Promise<Result>;
  /** The arguments after the source. */
  readonly rest: readonly string[];
  /** The options given to the audit command. An option that may be repeated is a list. */
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
}

export interface AuditCommand {
  readonly name: string;
  readonly summary: string;
  /** The arguments after the source, with their help. */
  readonly positionals: Readonly<Record<string, string>>;
  readonly options: ParseArgsOptionsConfig;
  /** A line of help for each option. If the option has a value, its name and two spaces come first. */
  readonly help: Readonly<Record<string, string>>;
  run(request: AuditCommandLine, host: AuditHost): Promise<ExitCode>;
}

/** The values of an audit option that may be repeated, such as `--tool`. */
export function valuesOf(value: AuditCommandLine["values"][string]): readonly string[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : []).map(String);
}

/** The text of an audit option, such as `--since`. */
export function textOf(value: AuditCommandLine["values"][string]): string | undefined {
  return typeof value === "string" ? value : undefined;
}
