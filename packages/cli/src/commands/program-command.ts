import { findProgram } from "../project/find-program.ts";
import { sayNext } from "../install/say-next.ts";
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from "@proviso/terminal";
import type { CliHost } from "../terminal/host.ts";
import type { Command } from "./command.ts";

/** A program of a package that needs the server runtime, which this package does not depend on. */
export interface Program {
  readonly name: Parameters<typeof findProgram>[0];
  readonly summary: string;
  /** The program's commands, none if it has one task; a test compares them with the program. */
  readonly words: readonly string[];
  /** What the first command takes. */
  readonly takes: string;
  readonly package: string;
  /** What the package does, after "which". */
  readonly does: string;
  /** How to start the program without installing its package. */
  readonly npx: string;
  /** Whether options come first, as in `proviso gateway -- COMMAND`, and the program reads all. */
  readonly forwardsAll?: true;
  /** What to do next after a command that prints for people. */
  readonly afterwards?: Readonly<Record<string, string>>;
}

/** The command that starts the program of another package, if that is installed. */
export function programCommand(program: Program): Command {
  const { name, summary, words, takes, forwardsAll } = program;
  const [first, ...others] = words;
  const description = first === undefined ? takes : `${words.join(", ")}; each has its own --help.`;
  return {
    name,
    summary,
    args: { command: { type: "positional", required: false, description } },
    words,
    ...(forwardsAll && { forwardsAll }),
    run: () => {
      const word = first === undefined ? "" : `${first} `;
      const more = others.length > 0 ? `, or ${others.join(", ")}` : "";
      throw new UsageError(`say what to do: \`proviso ${name} ${word}${takes}\`${more}`);
    },
    forward: (given, host) => forwardToProgram(program, given, host),
  };
}

/** Starts a program with these words. Throws a UsageError if its package is not installed. */
export async function forwardToProgram(
  { name, package: owner, does, npx, afterwards = {} }: Omit<Program, "summary" | "words" | "takes">,
  words: readonly string[],
  host: CliHost,
): Promise<ExitCode | undefined> {
  const file = await findProgram(name, host.cwd);
  if (file === undefined) {
    if (words.includes("--help") || words.includes("-h")) return undefined;
    throw new UsageError(
      `${owner}, which ${does}, is not installed here: run \`npm install --save-dev ${owner}\`, or \`${npx}\` instead of \`proviso ${name}\``,
    );
  }
  const code = await host.runNode(file, words);
  const [word = ""] = words;
  const next = Object.hasOwn(afterwards, word) ? afterwards[word] : undefined;
  const isForMachines = words.some((each) => /^--(json|format|help)/.test(each));
  if (next !== undefined && code === exitCodes.clean && !isForMachines) sayNext(host, host.cwd, next);
  return exitCodeOf(code);
}
