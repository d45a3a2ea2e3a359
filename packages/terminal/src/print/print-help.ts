import { paints } from "./printed.ts";
import { columnsOf } from "./columns-of.ts";
import { wrapText } from "./wrap-text.ts";

/** An option or an argument of a command. The fields are named as in citty, so that its definitions fit. */
export interface HelpArgument {
  readonly type?: "positional" | "boolean" | "string" | "enum";
  readonly description?: string;
  /** What the value is, such as `file`. */
  readonly valueHint?: string;
  /** The values that an option of type `enum` takes. */
  readonly options?: readonly string[];
  readonly default?: unknown;
  /** Of a positional argument; they are required unless this is false. */
  readonly required?: boolean;
  /** One letter, as in `-f`. */
  readonly short?: string | undefined;
  /** Whether the option may be given several times, or the argument is all words that are left. */
  readonly multiple?: true;
}

/** Declares an option without a value. */
export function flag(description: string, more?: Pick<HelpArgument, "short">): HelpArgument {
  return { type: "boolean", description, ...more };
}

/** Declares an option with a value; `valueHint` says what it is. */
export function takes(
  valueHint: string,
  description: string,
  more?: Pick<HelpArgument, "short" | "multiple" | "options">,
): HelpArgument {
  return { type: "string", valueHint, description, ...more };
}

export interface HelpPage {
  /** As it is typed, such as `proviso check`. */
  readonly name: string;
  readonly summary: string;
  readonly version?: string;
  /** How it is typed, where arguments and commands do not say it. */
  readonly usage?: string;
  readonly args?: Readonly<Record<string, HelpArgument>>;
  readonly commands?: readonly { readonly name: string; readonly summary: string }[];
  readonly examples?: readonly string[];
  /** Paragraphs below the lists. */
  readonly notes?: readonly string[];
  /** By what they mean. */
  readonly exitCodes?: Readonly<Record<string, number>>;
}

export interface HelpOptions {
  /** Columns of the terminal; 80 if there is none. */
  readonly width?: number | undefined;
  readonly color: boolean;
}

/** Lines that are longer are hard to read. */
const widestHelp = 100;

/** A longer name of an option stands on a line of its own. */
const widestLabel = 26;

/** The help of a program or of one of its commands: all programs print the same layout. */
export function printHelp(page: HelpPage, { width = 80, color }: HelpOptions): string {
  const columns = Math.min(width, widestHelp);
  const { bold } = paints(color);
  const list = (title: string, rows: readonly HelpRow[]): readonly string[] =>
    rows.length === 0 ? [] : [[bold(`${title}:`), ...printRows(rows, columns)].join("\n")];
  const { name, summary, version, args = {}, commands = [], examples = [], notes = [], exitCodes } = page;
  const all = Object.entries(args);
  const positional = all.filter(([, argument]) => isPositional(argument));
  const options = all.filter(([, argument]) => !isPositional(argument));
  const codes = Object.entries(exitCodes ?? {}).map(([meaning, code]) => `${code} ${meaning}`);
  return [
    wrapText(version === undefined ? summary : `${summary} Version ${version} (--version).`, columns).join(
      "\n",
    ),
    `${bold("Usage:")} ${page.usage ?? usageOf(page)}`,
    ...list(
      "Commands",
      commands.map((command) => [command.name, command.summary]),
    ),
    ...list(
      "Arguments",
      positional.map(([argument, { description = "" }]) => [argument.toUpperCase(), description]),
    ),
    ...list(
      "Options",
      options.map(([option, argument]) => [optionLabel(option, argument), optionText(argument)]),
    ),
    ...list(
      "Examples",
      examples.map((example) => [example, ""]),
    ),
    ...notes.map((note) => wrapText(note, columns).join("\n")),
    ...(commands.length > 0
      ? [wrapText(`${name} COMMAND --help explains a command.`, columns).join("\n")]
      : []),
    ...(codes.length > 0 ? [wrapText(`Exit codes: ${codes.join(", ")}.`, columns).join("\n")] : []),
  ].join("\n\n");
}

type HelpRow = readonly [label: string, text: string];

function printRows(rows: readonly HelpRow[], columns: number): readonly string[] {
  const widths = rows.filter(([, text]) => text !== "").map(([label]) => columnsOf(label));
  const column = 2 + Math.max(0, ...widths.filter((width) => width <= widestLabel)) + 2;
  return rows.flatMap(([label, text]) => {
    const [first = "", ...more] = text === "" ? [] : wrapText(text, columns - column);
    const below = more.map((line) => " ".repeat(column) + line);
    return columnsOf(label) + 4 > column && text !== ""
      ? [`  ${label}`, " ".repeat(column) + first, ...below]
      : [`  ${label.padEnd(column - 2)}${first}`.trimEnd(), ...below];
  });
}

function isPositional({ type }: HelpArgument): boolean {
  return type === "positional";
}

function usageOf({ name, args = {}, commands = [] }: HelpPage): string {
  const all = Object.entries(args);
  const words = all.flatMap(([argument, definition]) => {
    if (!isPositional(definition)) return [];
    const word = argument.toUpperCase();
    return [definition.required === false || definition.default !== undefined ? `[${word}]` : word];
  });
  const hasOptions = all.some(([, argument]) => !isPositional(argument));
  return [
    name,
    ...(commands.length > 0 ? ["COMMAND"] : []),
    ...words,
    ...(hasOptions ? ["[OPTIONS]"] : []),
  ].join(" ");
}

function optionLabel(name: string, { type, valueHint, options, short }: HelpArgument): string {
  const value = type === "enum" ? (options ?? []).join("|") : (valueHint ?? "value").toUpperCase();
  const word = type === "boolean" ? `--${name}` : `--${name} ${value}`;
  return short === undefined ? word : `-${short}, ${word}`;
}

function optionText({ description = "", default: fallback }: HelpArgument): string {
  const isSaid = fallback === undefined || fallback === false || /default/i.test(description);
  return isSaid ? description : `${description} Defaults to ${String(fallback)}.`;
}
