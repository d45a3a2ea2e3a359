import type { ParseArgsOptionsConfig } from "node:util";
import type { AuditTrail } from "@proviso/server";
import type { ExitCode } from "../terminal/exit-codes.ts";

/** Where a command runs. Nothing else of it touches `process`. */
export interface AuditHost {
  /** Results: whole lines, without the last line end. Resolves when there is room for more. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Aborted when whoever reads has had enough. */
  readonly signal: AbortSignal;
}

/** What was asked for. */
export interface AuditRequest {
  /** The path or URL of the trail, as given. */
  readonly source: string;
  /** Opens the trail, lets it be used and closes it. */
  read<Result>(use: (trail: AuditTrail) => Promise<Result>): Promise<Result>;
  /** What stands after the source. */
  readonly rest: readonly string[];
  /** The options that were given; one that may be repeated is a list. */
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
}

export interface AuditCommand {
  readonly name: string;
  readonly summary: string;
  /** What stands after the source. */
  readonly positionals: readonly string[];
  readonly options: ParseArgsOptionsConfig;
  /** A line of help for each option, with the name of its value and two spaces in front if it takes one. */
  readonly help: Readonly<Record<string, string>>;
  run(request: AuditRequest, host: AuditHost): Promise<ExitCode>;
}

/** The values of an option that may be repeated. */
export function listOf(value: AuditRequest["values"][string]): readonly string[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : []).map(String);
}

/** The value of an option that takes a text. */
export function textOf(value: AuditRequest["values"][string]): string | undefined {
  return typeof value === "string" ? value : undefined;
}
