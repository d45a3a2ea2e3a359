import { flag, takes, UsageError, type CommandLine, type HelpArgument } from "@proviso/terminal";
import type { Target } from "../model.ts";
import { reportFormats } from "../report/report-formats.ts";

const several = (valueHint: string, description: string): HelpArgument =>
  takes(valueHint, `${description} May be given several times.`, { multiple: true });
const caller = "'Name: value' or NAME=VALUE";
const formats = reportFormats.map(({ name }) => name);
const formatTexts = reportFormats.map(({ name, summary }) => `${name} (${summary})`);

export const verifyArgs: Readonly<Record<string, HelpArgument>> = {
  url: takes("url", "The server at this address (Streamable HTTP), instead of a command."),
  header: several("'Name: value'", "With --url: a header of every request."),
  env: several("NAME=VALUE", "A variable for the server; {folder} and the like are filled in."),
  contracts: takes("path", "Contracts, a file or a folder; by default those that the server lists."),
  disposable: flag(
    "Also call tools that may do harm. The server gets a new folder, {folder}, which is removed.",
  ),
  copy: takes("folder", "With --disposable: what the folder holds at first."),
  approve: flag("With --disposable: say yes, and type the phrase, where the server asks a person."),
  "watch-folder": takes("folder", "Watch the files below this folder."),
  sqlite: takes("file", "Watch the rows of this SQLite database."),
  postgres: takes("url", "Watch the rows of a PostgreSQL database, in a schema of its own: {postgres}."),
  http: takes("rule", "Be the server's HTTP proxy: `record` requests alone, or `forward` them too."),
  "base-url": takes("NAME=URL", "Record requests to URL: NAME of the server names the recorder."),
  mail: flag("Receive the server's mail at {smtp}, such as smtp://127.0.0.1:2525; {smtpport}: its port."),
  processes: flag("Watch which processes the server leaves running (Linux)."),
  "watch-command": takes("command", "Watch what a command prints, line by line."),
  audit: takes("file", "The audit trail: one JSON object a line, or a server's SQLite file."),
  ignore: several("text", "Ignore changes whose name contains this, such as the server's log."),
  nobody: several(caller, "What a caller without permissions sends."),
  stale: several(caller, "What a caller with an old log-in sends."),
  forbidden: several("name", "A tool that agents may not call; contracts name theirs."),
  secret: several("NAME", "A variable of the server whose value no answer may hold."),
  value: several("NAME=VALUE", "A value for every argument of this name: JSON, or a text."),
  calls: takes("number", "How many calls are made at most; 600 by default."),
  time: takes("seconds", "How long trials go on at most, beside the start; 120 by default."),
  trials: takes("number", "How many trials each claim gets; 20 by default."),
  seed: takes("number", "Makes the same calls again as a run with this seed; 1 by default."),
  plan: flag("Print what would be called and watched, and call nothing."),
  replay: takes("file", "Run the trace in this file again, and nothing else."),
  traces: takes("folder", "Write the trace of each refuted claim into this folder."),
  sign: takes("file", "Sign the report with an Ed25519 key (PEM), or `audit.key` of a folder of keys."),
  check: takes("file", "Check the signature of this JSON report with --key, and call nothing."),
  key: several("file", "With --check: a public key (PEM) that may have signed the report."),
  format: takes("format", `How to print the report: ${formatTexts.join(", ")}.`, { options: formats }),
  json: flag("The same as `--format json`."),
};

/** Options that a trace depends on. Those that may hold credentials stay out of it. */
export const tracedOptions: readonly string[] =
  "approve contracts copy watch-folder sqlite http audit watch-command".split(" ");

/** The server that a command line names. Throws a `UsageError` if it names none, or two. */
export function targetOf({ command, text }: CommandLine): Target {
  const url = text("url");
  if ((url === undefined) === (command.length === 0))
    throw new UsageError("name one server: `proviso verify -- COMMAND ARGUMENTS`, or `--url URL`");
  if (url === undefined) return { kind: "stdio", command };
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`\`--url\` must be an http or https address, and not \`${url}\``);
  return { kind: "url", url };
}
