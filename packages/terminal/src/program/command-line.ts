import { UsageError } from "../exit/exit-codes.ts";
import type { HelpArgument } from "../print/print-help.ts";
import { readWords } from "./run-program.ts";

/** A command line: options, and the command of another program after `--`. */
export interface CommandLine {
  readonly command: readonly string[];
  /** By option; that of an option without a value is an empty text. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  text(name: string): string | undefined;
  all(name: string): readonly string[];
  has(name: string): boolean;
  /** Throws a `UsageError` for anything but a whole number from 1. */
  number(name: string, fallback: number): number;
}

/** Reads a command line by its options. Throws a `UsageError` that says what to write. */
export function readCommandLine(
  args: Readonly<Record<string, HelpArgument>>,
  words: readonly string[],
): CommandLine {
  const [own, command] = splitWords(words);
  const { values, positionals } = readWords(args, own);
  if (positionals.length > 0)
    throw new UsageError(`write \`--\` before the server's command: \`-- ${positionals[0]}\``);
  const texts = Object.entries(values).map(([name, value]) => {
    const all = Array.isArray(value) ? value.map(String) : [value === true ? "" : String(value)];
    return [name, all] as const;
  });
  return commandLineOf(command, Object.fromEntries(texts));
}

/** The words before `--`, and those after it. */
export function splitWords(words: readonly string[]): readonly [readonly string[], readonly string[]] {
  const end = words.indexOf("--");
  return end < 0 ? [words, []] : [words.slice(0, end), words.slice(end + 1)];
}

/** A command line of these values. */
export function commandLineOf(command: CommandLine["command"], values: CommandLine["values"]): CommandLine {
  const text = (name: string): string | undefined => values[name]?.at(-1);
  return {
    command,
    values,
    text,
    all: (name) => values[name] ?? [],
    has: (name) => values[name] !== undefined,
    number(name, fallback) {
      const written = text(name) ?? String(fallback);
      if (/^[1-9]\d{0,8}$/.test(written)) return Number(written);
      throw new UsageError(`\`--${name}\` must be a whole number from 1`);
    },
  };
}

/** Reads `NAME=VALUE` or `Name: value`. A value may be a secret, so no message repeats it. */
export function pairsOf(
  given: readonly string[],
  sign: "=" | ":",
  option: string,
): Readonly<Record<string, string>> {
  const form = sign === "=" ? "NAME=VALUE" : "'Name: value'";
  const pairs = given.map((text) => {
    const at = text.indexOf(sign);
    if (at <= 0) throw new UsageError(`\`--${option}\` must be written as ${form}`);
    return [text.slice(0, at), text.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs);
}
