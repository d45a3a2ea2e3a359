import { exitCodeOf, UsageError } from "../terminal/exit-codes.ts";
import type { ExitCode } from "../terminal/exit-codes.ts";
import { findProgram } from "../project/find-program.ts";
import type { CliHost } from "../terminal/host.ts";
import type { Command } from "./command.ts";

/** A test compares them with the program. */
const programWords = ["list", "show", "approve", "deny", "link", "pause", "resume"] as const;

/** Starts the program of `@proviso/approvals`: it needs the server runtime, which this package does not depend on. */
export const approvals: Command = {
  name: "approvals",
  summary: "Decide about calls of a server that wait for a person, and pause its tools.",
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
      `say what to do: \`proviso approvals list STATE\`, or ${programWords.slice(1).join(", ")}`,
    );
  },
  forward,
};

async function forward(words: readonly string[], host: CliHost): Promise<ExitCode | undefined> {
  const program = await findProgram("approvals", host.cwd);
  if (program === undefined) {
    if (words[0]?.startsWith("-")) return undefined;
    throw new UsageError(
      "@proviso/approvals, which decides about calls that wait, is not installed here: run `npm install --save-dev @proviso/approvals`, or `npx @proviso/approvals` instead of `proviso approvals`",
    );
  }
  return exitCodeOf(await host.runNode(program, words));
}
