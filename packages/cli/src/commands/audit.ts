import { exitCodeOf, exitCodes, UsageError } from "../terminal/exit-codes.ts";
import type { ExitCode } from "../terminal/exit-codes.ts";
import { findProgram } from "../project/find-program.ts";
import type { CliHost } from "../terminal/host.ts";
import { sayNext } from "../install/say-next.ts";
import type { Command } from "./command.ts";

/** A test compares them with the program. */
const programWords = ["verify", "head", "tail", "show", "evidence", "export", "prune"] as const;

/** Starts the program of `@proviso/audit`: reading a trail needs the server runtime, which this package does not depend on. */
export const audit: Command = {
  name: "audit",
  summary: "Verify, follow, show, prove, export or prune the audit trail of a server.",
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
      `say what to do: \`proviso audit verify FILE\`, or ${programWords.slice(1).join(", ")}`,
    );
  },
  forward,
};

/** What to do after a command that prints for people. */
const afterwards: Readonly<Record<string, string>> = {
  verify: "`proviso audit tail FILE` shows the newest records",
  tail: "`proviso audit verify FILE` checks that no record was changed or removed",
  show: "`proviso audit verify FILE` checks that no record was changed or removed",
};

async function forward(words: readonly string[], host: CliHost): Promise<ExitCode | undefined> {
  const program = await findProgram("audit", host.cwd);
  if (program === undefined) {
    if (words[0]?.startsWith("-")) return undefined;
    throw new UsageError(
      "@proviso/audit, which reads audit trails, is not installed here: run `npm install --save-dev @proviso/audit`, or `npx @proviso/audit` instead of `proviso audit`",
    );
  }
  const code = await host.runNode(program, words);
  const [name = ""] = words;
  const next = Object.hasOwn(afterwards, name) ? afterwards[name] : undefined;
  const isForMachines = words.some((word) => /^--(json|format|help)/.test(word));
  if (next !== undefined && code === exitCodes.clean && !isForMachines) sayNext(host, host.cwd, next);
  return exitCodeOf(code);
}
