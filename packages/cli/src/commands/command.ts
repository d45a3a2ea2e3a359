import type { HelpArgument, ExitCode } from "@proviso/terminal";
import type { CliHost } from "../terminal/host.ts";

/** One sub-command: its options with their help, and what it does with them. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly args: CommandArgs;
  /** Command lines that help shows. */
  readonly examples?: readonly string[];
  run(options: Options, host: CliHost): Promise<ExitCode>;
  /** An option that takes all words after it. */
  readonly takesRest?: string;
  /** Whether `forward` is called for options too, and without any word: all that is given is the other program's. */
  readonly forwardsAll?: true;
  /** Called instead of `run` if another program reads the words. Undefined if they ask for help and it is not installed. */
  forward?(words: readonly string[], host: CliHost): Promise<ExitCode | undefined>;
}

/** The options of a command line, by name: all values of one, in order. */
export type Given = ReadonlyMap<string, readonly (string | boolean)[]>;

/** The options of a command and their help, by name; a positional argument has a name, too. */
export type CommandArgs = Readonly<Record<string, HelpArgument>>;

/** The given options. An option that a command does not have is absent. */
export interface Options {
  readonly config?: string;
  readonly check?: boolean;
  readonly explain?: boolean;
  readonly fix?: boolean;
  readonly advice?: boolean;
  readonly all?: boolean;
  readonly strict?: boolean;
  readonly verify?: boolean;
  readonly watch?: boolean;
  readonly format?: string;
  /** An option that may be given several times. */
  readonly hosts?: readonly string[];
  /** What stands after the command, without an option. */
  readonly code?: string;
  readonly json?: boolean;
  readonly list?: string;
  readonly product?: string;
  readonly example?: string;
  readonly out?: string;
  readonly domain?: string;
  readonly folder?: string;
  readonly yes?: boolean;
  readonly "dry-run"?: boolean;
  readonly http?: string;
  /** An option that may be given several times. */
  readonly headers?: readonly string[];
  readonly port?: string;
  readonly action?: string;
  readonly base?: string;
  readonly against?: string;
  readonly tool?: string;
  readonly "fail-on"?: string;
  readonly accept?: string;
  /** All values of `accept`, where it may be given several times. */
  readonly accepts?: readonly string[];
  readonly grant?: string;
  readonly with?: string;
  readonly who?: string | boolean;
  readonly "sign-off"?: string;
  readonly shell?: string;
  /** What follows the option that takes all words. */
  readonly rest?: readonly string[];
}

export const configOption = {
  type: "string",
  valueHint: "file",
  description: "The project's configuration; by default proviso.yaml here or in a folder above.",
} as const;

export const jsonOption = {
  type: "boolean",
  description: "Print one JSON object for machines instead of text.",
} as const;

/** The options as a command reads them, with the defaults of those that are not given. */
export function optionsOf(given: Given, { args }: Command, rest?: readonly string[]): Options {
  const values = Object.entries(args).map(([name, { default: fallback }]) => [
    name,
    given.get(name)?.at(-1) ?? fallback,
  ]);
  const [hosts, headers, accepts] = ["host", "header", "accept"].map((name) => [
    ...new Set(given.get(name) ?? []),
  ]);
  return { ...Object.fromEntries(values), hosts, headers, accepts, ...(rest && { rest }) } as Options;
}

/** The words of a command up to an option that takes all that follow it, and those. */
export function splitRest(
  words: readonly string[],
  { takesRest }: Command,
): { readonly words: readonly string[]; readonly rest?: readonly string[] } {
  const start = takesRest === undefined ? -1 : words.indexOf(`--${takesRest}`);
  return start < 0 ? { words } : { words: words.slice(0, start), rest: words.slice(start + 1) };
}
