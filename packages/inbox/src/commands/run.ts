import { type ExitCode, exitCodesWith, type Program, runProgram, takes } from "@proviso/terminal";
import { withApprovals } from "./open-state.ts";
import type { ApprovalsCommand, ApprovalsHost } from "./approvals-command.ts";
import { approve, deny } from "./decide.ts";
import { linkCommand } from "./link.ts";
import { listCommand } from "./list.ts";
import { mandatesCommand, revokeCommand } from "./mandates.ts";
import { pauseCommand, resumeCommand } from "./pause.ts";
import { showCommand } from "./show.ts";

const program: Program<ApprovalsCommand, ApprovalsHost> = {
  page: {
    name: "proviso approvals",
    summary: "Decides about calls of a server that wait for a person, and pauses its tools.",
    notes: [
      "Each command takes a STATE: the folder that the server gives to `sqliteState`, or a postgresql:// URL with --keys FOLDER.",
    ],
    examples: ["proviso approvals list state", "proviso approvals approve state 3f9a12 --as olga"],
    exitCodes: exitCodesWith("refused"),
  },
  // In the order in which help lists them.
  commands: [
    listCommand,
    showCommand,
    approve,
    deny,
    mandatesCommand,
    revokeCommand,
    linkCommand,
    pauseCommand,
    resumeCommand,
  ],
  shared: {
    state: {
      type: "positional",
      description:
        "The folder that the server gives to `sqliteState`, or a postgresql:// URL with --keys FOLDER.",
    },
    keys: takes("folder", "The folder with the server's keys, for a database."),
  },
  call: (command, { positionals: [source = "", subject = ""], values }, host) =>
    withApprovals(source, values["keys"] as string | undefined, (desk, state) =>
      command.run({ desk, state, subject, values }, host),
    ),
};

/** Runs `proviso approvals` with one command line. Never throws: every result has an exit code. */
export function run(argv: readonly string[], approvalsHost: ApprovalsHost): Promise<ExitCode> {
  return runProgram(program, argv, approvalsHost);
}
