import { parseArgs } from "node:util";
import { UsageError, type HelpArgument } from "@proviso/terminal";
import { reportFormats } from "../report/report-formats.ts";

const takes = (valueHint: string, description: string): HelpArgument => ({
  type: "string",
  valueHint,
  description,
});
const many = (valueHint: string, description: string): HelpArgument => ({
  ...takes(valueHint, `${description} May be given several times.`),
  multiple: true,
});
const flag = (description: string): HelpArgument => ({ type: "boolean", description });

/** The options of `proviso verify`, with their help. */
export const verifyArgs: Readonly<Record<string, HelpArgument>> = {
  url: takes("url", "The server at this address, by Streamable HTTP, instead of a command after `--`."),
  header: many("'Name: value'", "With --url: a header of every request."),
  env: many("NAME=VALUE", "A variable for the server's process; {folder} and the like are filled in."),
  contracts: takes(
    "path",
    "Contracts of the tools, a file or a folder; by default those that the server lists.",
  ),
  disposable: flag(
    "The target may be changed and broken: also call tools that may do harm. The server is started in a folder of its own, {folder}, which is removed.",
  ),
  copy: takes("folder", "With --disposable: what the folder holds at first."),
  "watch-folder": takes("folder", "Watch the files below this folder."),
  sqlite: takes("file", "Watch the rows of this SQLite database."),
  postgres: takes(
    "url",
    "Watch the rows of this PostgreSQL database in a schema of its own; {postgres} is its address.",
  ),
  http: takes(
    "rule",
    "Be the server's HTTP proxy: `record` requests and refuse them, or `forward` them too.",
  ),
  "base-url": takes(
    "NAME=URL",
    "Record requests to URL: the variable NAME of the server is the address of a recorder.",
  ),
  mail: flag(
    "Receive the server's mail: {smtp} is an address such as smtp://127.0.0.1:2525, {smtpport} its port.",
  ),
  processes: flag("Watch which processes the server leaves running (Linux)."),
  "watch-command": takes("command", "Watch what a command prints, line by line."),
  audit: takes("file", "The audit trail, one JSON object a line: each call must write its record."),
  ignore: many("text", "Ignore changes whose name contains this, such as the server's log."),
  nobody: many(
    "'Name: value' or NAME=VALUE",
    "How a caller without permissions is told from others: a header, or a variable.",
  ),
  stale: many("'Name: value' or NAME=VALUE", "How a caller whose log-in is too old is told from others."),
  forbidden: many("name", "A tool that agents may not call; contracts name theirs."),
  secret: many("NAME", "A variable of the server whose value no answer may hold."),
  value: many("NAME=VALUE", "A value for every argument of this name: JSON, or a text."),
  calls: takes("number", "How many calls are made at most; 600 by default."),
  time: takes("seconds", "How long the run takes at most; 120 by default."),
  trials: takes("number", "How many trials each claim gets; 20 by default."),
  seed: takes("number", "Makes the same calls again as a run with this seed; 1 by default."),
  plan: flag("Print what would be called and watched, and call nothing."),
  replay: takes("file", "Run the trace in this file again, and nothing else."),
  traces: takes("folder", "Write the trace of each refuted claim into this folder."),
  sign: takes(
    "file",
    "Sign the report with this key: the PEM text of an Ed25519 key, or `audit.key` of a folder of keys.",
  ),
  check: takes("file", "Check the signature of this JSON report with --key, and call nothing."),
  key: many("file", "With --check: a public key (PEM) that may have signed the report."),
  format: {
    type: "string",
    valueHint: "format",
    options: reportFormats.map(({ name }) => name),
    description: `How to print the report: ${reportFormats.map(({ name, summary }) => `${name} (${summary})`).join(", ")}.`,
  },
  json: flag("The same as `--format json`."),
};

/** A command line: the options before `--`, and the server's command after it. */
export interface Line {
  readonly command: readonly string[];
  text(name: string): string | undefined;
  all(name: string): readonly string[];
  has(name: string): boolean;
  /** Throws a `UsageError` for anything but a whole number from 1. */
  number(name: string, fallback: number): number;
}

/** Reads a command line. Throws a `UsageError` that says what to write. */
export function readLine(words: readonly string[]): Line {
  const end = words.indexOf("--");
  const values = optionsIn(end < 0 ? words : words.slice(0, end));
  const all = (name: string): readonly string[] => {
    const value = values[name];
    return Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : [];
  };
  const text = (name: string): string | undefined => all(name).at(-1);
  const format = text("format");
  const formats = reportFormats.map(({ name }) => name);
  if (format !== undefined && !formats.includes(format))
    throw new UsageError(`\`--format\` takes one of ${formats.join(", ")}, and not \`${format}\``);
  return {
    command: end < 0 ? [] : words.slice(end + 1),
    text,
    all,
    has: (name) => values[name] !== undefined,
    number(name, fallback) {
      const written = text(name);
      if (written === undefined) return fallback;
      if (!/^[1-9]\d{0,8}$/.test(written))
        throw new UsageError(`\`--${name}\` must be a whole number from 1`);
      return Number(written);
    },
  };
}

function optionsIn(words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(verifyArgs).map(([name, { type, multiple = false }]) => [
      name,
      { type: type === "boolean" ? type : ("string" as const), multiple },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
      strict: true,
    });
    if (positionals.length === 0) return values;
    throw new UsageError(`write \`--\` before the server's command: \`-- ${positionals[0]}\``);
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(error instanceof Error ? error.message : "the options cannot be read");
  }
}
