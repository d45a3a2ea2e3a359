import type { ExitCode, ProgramCommand, ProgramHost, ProgramLine } from "@proviso/terminal";
import type { AuditTrail } from "../trail/audit-trail.ts";

/** Where an audit command runs. */
export interface AuditHost extends ProgramHost {
  /** Resolves when more can be written. */
  out(text: string): Promise<void>;
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
  readonly values: ProgramLine["values"];
}

export interface AuditCommand extends ProgramCommand {
  run(request: AuditCommandLine, host: AuditHost): Promise<ExitCode>;
}
