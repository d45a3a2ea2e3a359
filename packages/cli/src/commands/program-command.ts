import { findProgram } from "../project/find-program.ts";
import { sayNext } from "../install/say-next.ts";
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from "@proviso/terminal";
import type { CliHost } from "../terminal/host.ts";
import type { Command } from "./command.ts";

/** A program of a package that needs the server runtime, which this package does not depend on. */
interface Program {
  readonly name: Parameters<typeof findProgram>[0];
  readonly summary: string;
  /** The program's commands, none if it has one task; a test compares them with the program. */
  readonly words: readonly string[];
  /** What the first command takes. */
  readonly takes: string;
  readonly package: string;
  /** What the package does, after "which". */
  readonly does: string;
  /** How to start the program without installing its package; by default `npx PACKAGE`. */
  readonly npx?: string;
  /** Whether options come first, as in `proviso gateway -- COMMAND`, and the program reads all. */
  readonly forwardsAll?: true;
  /** What to do next after a command that prints for people. */
  readonly afterwards?: Readonly<Record<string, string>>;
}

const verifyNext = "`proviso audit verify FILE` checks that no record was changed or removed";

const programs: readonly Program[] = [
  {
    name: "gateway",
    summary: "Put contracts in front of a server that somebody else wrote.",
    words: ["accept", "install", "uninstall"],
    takes: "TOOL",
    package: "@proviso/gateway",
    does: "guards other people's servers",
    forwardsAll: true,
  },
  {
    name: "verify",
    summary: "Try to refute what a server claims about its tools, by calling them and watching the world.",
    words: [],
    takes: "-- COMMAND",
    package: "@proviso/verify",
    does: "tries the claims of servers",
    forwardsAll: true,
  },
  {
    name: "approvals",
    summary: "Decide about calls of a server that wait for a person, and pause its tools.",
    words: ["list", "show", "approve", "deny", "mandates", "revoke", "link", "pause", "resume"],
    takes: "STATE",
    package: "@proviso/inbox",
    does: "decides about calls that wait",
    npx: "npx --package @proviso/inbox proviso-approvals",
  },
  {
    name: "keys",
    summary: "Rotate the keys that seal the state of a server and sign its audit trail.",
    words: ["list", "new", "rotate", "remove"],
    takes: "FOLDER",
    package: "@proviso/inbox",
    does: "rotates keys",
    npx: "npx --package @proviso/inbox proviso-keys",
  },
  {
    name: "audit",
    summary: "Verify, follow, show, prove, export or prune the audit trail of a server.",
    words: ["verify", "head", "tail", "show", "evidence", "export", "prune"],
    takes: "FILE",
    package: "@proviso/trail",
    does: "reads audit trails",
    afterwards: {
      verify: "`proviso audit tail FILE` shows the newest records",
      tail: verifyNext,
      show: verifyNext,
    },
  },
  {
    name: "replay",
    summary: "Judge the calls of an audit trail by other contracts, before they are enforced.",
    words: [],
    takes: "--trail SOURCE --contracts FOLDER",
    package: "@proviso/replay",
    does: "judges recorded calls",
    forwardsAll: true,
  },
];

/** The command that starts the program of another package, if that is installed. */
export function programCommand(called: Program["name"]): Command {
  const program = programs.find(({ name }) => name === called);
  if (!program) throw new Error(`\`${called}\` is no program of another package`);
  const { name, summary, words, takes, forwardsAll } = program;
  const [first, ...others] = words;
  const description = first === undefined ? takes : `${words.join(", ")}; each has its own --help.`;
  return {
    name,
    summary,
    args: { command: { type: "positional", required: false, description } },
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
async function forwardToProgram(
  {
    name,
    package: owner,
    does,
    npx = `npx ${owner}`,
    afterwards = {},
  }: Omit<Program, "summary" | "words" | "takes">,
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
