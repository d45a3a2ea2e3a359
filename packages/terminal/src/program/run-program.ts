import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { escapeText } from "@proviso/manifest/hidden";
import { type ExitCode, exitCodes, UsageError } from "../exit/exit-codes.ts";
import { reasonOf } from "../exit/read-text.ts";
import { type HelpArgument, type HelpPage, printHelp } from "../print/print-help.ts";

/** Where a program runs. Only its implementation touches `process`. */
export interface ProgramHost {
  /** Prints results: whole lines, without the last line end. */
  out(text: string): void | Promise<void>;
  err(text: string): void;
  /** Of the terminal that shows results; undefined if they go elsewhere. */
  readonly width?: number | undefined;
  readonly color: boolean;
}

export type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;

/** A command line that fits the arguments of its command. */
export interface ProgramLine {
  /** In the order of the arguments; an argument of all commands comes first. */
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, OptionValue>>;
}

/** A command of a program. Each of its positional arguments has to be given, unless it is not required. */
export interface ProgramCommand {
  readonly name: string;
  readonly summary: string;
  readonly args: Readonly<Record<string, HelpArgument>>;
}

/** A program whose first word is a command. */
export interface Program<Command extends ProgramCommand, Host extends ProgramHost> {
  readonly page: HelpPage;
  readonly commands: readonly Command[];
  /** Arguments of all commands. */
  readonly shared: Readonly<Record<string, HelpArgument>>;
  call(command: Command, line: ProgramLine, host: Host): Promise<ExitCode>;
}

/** Runs one command line. Never throws: every result has an exit code. */
export async function runProgram<Command extends ProgramCommand, Host extends ProgramHost>(
  program: Program<Command, Host>,
  words: readonly string[],
  host: Host,
): Promise<ExitCode> {
  const { name } = program.page;
  try {
    return await dispatch(program, words, host);
  } catch (error) {
    host.err(`${name}: ${escapeText(reasonOf(error))}`);
    if (!(error instanceof UsageError)) return exitCodes.internal;
    host.err(`${name} --help lists the commands, ${name} COMMAND --help their options`);
    return exitCodes.usage;
  }
}

async function dispatch<Command extends ProgramCommand, Host extends ProgramHost>(
  { page, commands, shared, call }: Program<Command, Host>,
  [word, ...rest]: readonly string[],
  host: Host,
): Promise<ExitCode> {
  const command = commands.find(({ name }) => name === word);
  if (!command && word !== undefined && word !== "help" && !isHelp(word))
    throw new UsageError(`there is no command \`${escapeText(word)}\``);
  const args = { ...shared, ...command?.args };
  const name = command ? `${page.name} ${command.name}` : page.name;
  if (command && !rest.some(isHelp)) return call(command, readLine(name, args, rest), host);
  const shown = command
    ? { name, summary: command.summary, args, exitCodes: page.exitCodes ?? {} }
    : { ...page, commands };
  await host.out(printHelp(shown, host));
  return word === undefined ? exitCodes.usage : exitCodes.clean;
}

function readLine(
  name: string,
  args: Readonly<Record<string, HelpArgument>>,
  words: readonly string[],
): ProgramLine {
  const places = Object.entries(args).filter(([, { type }]) => type === "positional");
  const least = places.filter(([, { required }]) => required !== false).length;
  const most = places.some(([, { multiple }]) => multiple) ? Infinity : places.length;
  const { values, positionals } = readWords(args, words);
  if (positionals.length < least || positionals.length > most || positionals.includes(""))
    throw new UsageError(`write ${[name, ...places.map(([place]) => place.toUpperCase())].join(" ")}`);
  return { positionals, values };
}

/** Reads words by these arguments. Throws a `UsageError` for an option that is not among them, or a value that it does not take. */
export function readWords(
  args: Readonly<Record<string, HelpArgument>>,
  words: readonly string[],
): ProgramLine {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, { type, short, multiple = false }] of Object.entries(args))
    if (type !== "positional")
      options[name] = { type: type === "boolean" ? type : "string", multiple, ...(short && { short }) };
  const line = parsed(words, options);
  for (const [name, { options: choices, type }] of Object.entries(args))
    if (type !== "positional") checkChoice(name, line.values[name], choices);
  return line;
}

function parsed(words: readonly string[], options: ParseArgsOptionsConfig): ProgramLine {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
}

function checkChoice(name: string, given: OptionValue, choices: readonly string[] | undefined): void {
  if (given === undefined || choices === undefined || choices.includes(String(given))) return;
  const list = choices.map((choice) => `\`${choice}\``).join(", ");
  throw new UsageError(
    `\`--${name}\` takes ${choices.length > 1 ? "one of " : ""}${list}, and not \`${String(given)}\``,
  );
}

/** The text of an option such as `--since`. */
export function textOf(value: OptionValue): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The time of an option such as `--since`, in milliseconds; undefined if it is not given. Throws a `UsageError` for what is no time. */
export function timeOf(name: string, { [name]: value }: ProgramLine["values"]): number | undefined {
  if (value === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}/.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
  if (Number.isNaN(time)) throw new UsageError(`\`--${name}\` must be a time such as 2026-01-31T12:00:00Z`);
  return time;
}

/** The port of an option such as `--http`; undefined if it is not given. Throws a `UsageError` for what is no port. */
export function portOf(name: string, value: OptionValue): number | undefined {
  if (value === undefined) return undefined;
  const text = String(value);
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`\`--${name}\` must be a port, a number from 0 to 65535, and not \`${text}\``);
}

/** The values of an option that may be repeated, such as `--tool`. */
export function valuesOf(value: OptionValue): readonly string[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : []).map(String);
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}
