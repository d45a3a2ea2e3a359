import { exitCodeOf, UsageError } from "../terminal/exit-codes.ts";
import type { ExitCode } from "../terminal/exit-codes.ts";
import { findProgram } from "../project/find-program.ts";
import type { CliHost } from "../terminal/host.ts";
import type { Command } from "./command.ts";

/** A test compares them with the program. */
const programWords = ["list", "new", "rotate", "remove"] as const;

/** Starts the program for keys of `@proviso/approvals`: it needs the server runtime, which this package does not depend on. */
export const keys: Command = {
  name: "keys",
  summary: "Rotate the keys that seal the state of a server and sign its audit trail.",
  args: {
    command: {
      type: "positional",
      required: false,
      description: `${programWords.join(", ")}; each has its own --help.`,
    },
  },
  words: programWords,
  run: () => {
    throw new UsageError(
      `say what to do: \`proviso keys list FOLDER\`, or ${programWords.slice(1).join(", ")}`,
    );
  },
  forward,
};

async function forward(words: readonly string[], host: CliHost): Promise<ExitCode | undefined> {
  const program = await findProgram("keys", host.cwd);
  if (program === undefined) {
    if (words[0]?.startsWith("-")) return undefined;
    throw new UsageError(
      "@proviso/approvals, which rotates keys, is not installed here: run `npm install --save-dev @proviso/approvals`, or `npx --package @proviso/approvals proviso-keys` instead of `proviso keys`",
    );
  }
  return exitCodeOf(await host.runNode(program, words));
}
