import type { ParseArgsOptionsConfig } from "node:util";
import type { ApprovalsHost } from "../commands/approvals-command.ts";
import type { ExitCode } from "../commands/exit-codes.ts";

/** The arguments of a command about keys. */
export interface KeysCommandLine {
  readonly folder: string;
  /** The argument after the folder; empty if the command takes none. */
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface KeysCommand {
  readonly name: string;
  readonly summary: string;
  /** Whether the command takes the id of a key after the folder. */
  readonly takesId?: true;
  readonly options: ParseArgsOptionsConfig;
  run(request: KeysCommandLine, host: ApprovalsHost): Promise<ExitCode>;
}
