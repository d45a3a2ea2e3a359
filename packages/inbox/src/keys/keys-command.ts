import type { ExitCode, ProgramCommand, ProgramLine } from "@proviso/terminal";
import type { ApprovalsHost } from "../commands/approvals-command.ts";

/** The arguments of a command about keys. */
export interface KeysCommandLine {
  readonly folder: string;
  /** The argument after the folder; empty if the command takes none. */
  readonly id: string;
  readonly values: ProgramLine["values"];
}

export interface KeysCommand extends ProgramCommand {
  run(request: KeysCommandLine, host: ApprovalsHost): Promise<ExitCode>;
}

/** The option of every command. */
export const json = { type: "boolean", description: "Print JSON." } as const;
