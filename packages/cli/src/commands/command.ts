import type { ArgsDef, CommandDef } from "citty";
import type { ExitCode } from "../terminal/exit-codes.ts";
import type { Host } from "../terminal/host.ts";

/** One sub-command: its options with their help, and what it does with them. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly args: ArgsDef;
  run(options: Options, host: Host): Promise<ExitCode>;
  /** An option that takes all words after it, whatever they look like. */
  readonly takesRest?: string;
  /** Instead of `run`, for words whose options another program reads. */
  forward?(words: readonly string[], host: Host): Promise<ExitCode>;
}

/** The options as given; those of a command that takes no such option are absent. */
export interface Options {
  readonly config?: string;
  readonly check?: boolean;
  readonly explain?: boolean;
  readonly fix?: boolean;
  readonly advice?: boolean;
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
  readonly out?: string;
  readonly domain?: string;
  readonly http?: string;
  /** An option that may be given several times. */
  readonly headers?: readonly string[];
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

/** citty's form of a command, for parsing and help. */
export function toCitty(
  { name, summary, args, run }: Command,
  host: Host,
  rest?: readonly string[],
): CommandDef {
  return {
    meta: { name, description: summary },
    args,
    run: ({ args: given, rawArgs }) => {
      const [hosts, headers] = ["--host", "--header"].map((option) => valuesOf(rawArgs, option));
      return run({ ...given, hosts, headers, ...(rest && { rest }) } as Options, host);
    },
  };
}

/** Every value of an option: citty keeps the last. */
function valuesOf(words: readonly string[], option: string): readonly string[] {
  const values = words.flatMap((word, index) => {
    if (word === option) return words[index + 1] ?? [];
    return word.startsWith(`${option}=`) ? word.slice(option.length + 1) : [];
  });
  return [...new Set(values)];
}

/** The words of a command up to an option that takes all that follow it, and those. */
export function splitRest(
  words: readonly string[],
  { takesRest }: Command,
): { readonly words: readonly string[]; readonly rest?: readonly string[] } {
  const start = takesRest === undefined ? -1 : words.indexOf(`--${takesRest}`);
  return start < 0 ? { words } : { words: words.slice(0, start), rest: words.slice(start + 1) };
}
