import { existsSync } from "node:fs";
import { escapeText } from "@proviso/manifest";
import {
  type ExitCode,
  exitCodes,
  exitCodesWith,
  type Program,
  runProgram,
  UsageError,
} from "@proviso/terminal";
import { KeysRefused } from "@proviso/trail";
import type { ApprovalsHost } from "../commands/approvals-command.ts";
import type { KeysCommand } from "./keys-command.ts";
import { listKeysCommand } from "./list.ts";
import { newCommand } from "./new.ts";
import { remove } from "./remove.ts";
import { rotate } from "./rotate.ts";

const program: Program<KeysCommand, ApprovalsHost> = {
  page: {
    name: "proviso keys",
    summary: "Lists and rotates the keys that seal the state of a server and sign its audit trail.",
    notes: [
      "To rotate: `new`, restart every server that uses these keys, `rotate`, restart every server, and later `remove` the former keys.",
    ],
    examples: ["proviso keys list .data", "proviso keys new .data"],
    exitCodes: exitCodesWith("refused"),
  },
  // In the order in which help lists them.
  commands: [listKeysCommand, newCommand, rotate, remove],
  shared: {
    folder: {
      type: "positional",
      description: "The folder that the server gives to `sqliteState`, `postgresState` or `keysIn`.",
    },
  },
  async call(command, { positionals: [folder = "", id = ""], values }, host) {
    if (command.name !== newCommand.name && !existsSync(folder))
      throw new UsageError(
        `there is no folder ${folder}: name the one that the server gives to \`sqliteState\`, \`postgresState\` or \`keysIn\``,
      );
    try {
      return await command.run({ folder, id, values }, host);
    } catch (error) {
      if (!(error instanceof KeysRefused)) throw error;
      host.err(`proviso keys: ${escapeText(error.message)}`);
      return exitCodes.findings;
    }
  },
};

/** Runs `proviso keys` with one command line. Never throws: every result has an exit code. */
export function run(argv: readonly string[], host: ApprovalsHost): Promise<ExitCode> {
  return runProgram(program, argv, host);
}
