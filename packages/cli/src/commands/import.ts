import { relative, resolve } from "node:path";
import { escapeText, type Json } from "@proviso/manifest";
import { exitCodes, UsageError, type ExitCode, takes } from "@proviso/terminal";
import type { CliHost } from "../terminal/host.ts";
import { sayNext } from "../install/say-next.ts";
import { countOf } from "../terminal/count.ts";
import type { Command, Options } from "./command.ts";

export const importCommand: Command = {
  name: "import",
  summary:
    "Turn the tools of a server, or an OpenAPI document, into a project that runs; or update an imported one.",
  takesRest: "stdio",
  args: {
    list: {
      type: "positional",
      required: false,
      description: "A saved response to tools/list, or an OpenAPI 3 document: JSON or YAML.",
    },
    product: takes("name", "The name of what the tools belong to, such as filesystem; for a new project."),
    out: takes("folder", "The folder of the project; by default the current one."),
    domain: takes("name", "Put every tool into one domain, instead of one for each common prefix."),
    http: takes("url", "List the tools of the server at this URL."),
    header: takes("'Name: value'", "Send this header to the server; may be given several times."),
    stdio: takes(
      "command...",
      "Start a server with the command that follows, list its tools over stdio, and stop it.",
    ),
  },
  async run(options, host) {
    const { importProject } = await import("../import/import-project.ts");
    const result = await importProject(await readTools(options, host), options, host.cwd);
    const code = printImport(result, host);
    const folder = resolve(host.cwd, options.out ?? ".");
    sayNext(host, folder, code === exitCodes.clean ? await afterwards(result, folder, host) : toCorrect);
    return code;
  },
};

async function readTools({ list, http, headers = [], rest, out }: Options, host: CliHost) {
  const given = [list, http, rest].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw new UsageError("name one source of tools: a file, `--http URL` or `--stdio COMMAND`");
  if (headers.length > 0 && http === undefined) throw new UsageError("`--header` needs `--http`");
  const { readTools: read } = await import("../import/read-tools.ts");
  if (list !== undefined) {
    const { readSaved } = await import("../import/read-saved.ts");
    return read(readSaved(host.cwd, list), list);
  }
  const { listToolsAtUrl, listToolsOfProcess } = await import("../mcp/list-tools.ts");
  host.progress("asking the server");
  if (rest?.length === 0) throw new UsageError("`--stdio` needs the command that starts the server");
  const answer = rest ? await listToolsOfProcess(rest, host.cwd) : await listToolsAtUrl(http ?? "", headers);
  // The command may name files relative to the folder in which the import runs.
  const folder = relative(resolve(host.cwd, out ?? "."), host.cwd).replaceAll("\\", "/");
  const upstream = rest ? { command: rest, folder } : { url: http ?? "" };
  return { ...read(answer, "the server"), upstream };
}

type PrintedImport = Awaited<ReturnType<(typeof import("../import/import-project.ts"))["importProject"]>>;

function printImport({ written, tools, notes, changes, errors }: PrintedImport, host: CliHost): ExitCode {
  for (const change of changes ?? []) for (const line of describeImport(change)) host.out(line);
  for (const path of written) host.out(`wrote  ${path}`);
  for (const [text, of] of Map.groupBy(notes, (note) => note.text))
    host.err(`${escapeText(namesOf(of.map(({ tool }) => tool)))}: ${escapeText(text)}`);
  for (const { span, message } of errors) host.err(`${span.file}:${span.line}: ${escapeText(message)}`);
  if (errors.length > 0 && written.length === 0) {
    host.err("nothing was changed");
    return exitCodes.findings;
  }
  const isSame = changes !== undefined && written.length === 0;
  host.out(`imported ${countOf(tools, "tool")}${isSame ? ": no changes" : ""}`);
  return errors.length > 0 ? exitCodes.findings : exitCodes.clean;
}

const toCorrect = "correct the contracts, and import again";

/** A new project has to be installed; one that was there before is. */
async function afterwards({ changes }: PrintedImport, folder: string, host: CliHost): Promise<string> {
  if (changes) return "`proviso check`, and `proviso todo` for what is still to be decided";
  const { packageManagerOf } = await import("../install/package-manager.ts");
  const { install, exec, run } = packageManagerOf(folder, host.userAgent);
  const place = relative(host.cwd, folder);
  const steps = [...(place === "" ? [] : [`cd ${place}`]), install, `${exec}proviso todo`];
  const people = "`src/main.ts` says who calls, who approves in the inbox, and when they signed in";
  return `\`${steps.join(" && ")}\` to decide who may call what, then \`${run}test\`; ${people}`;
}

/** Tools of which a note says the same, in one line. */
function namesOf(tools: readonly string[]): string {
  const shown = tools.slice(0, 3).join(", ");
  return tools.length > 3 ? `${shown} and ${tools.length - 3} more` : shown;
}

/** One change of an import, with the values before and after as a diff. */
function describeImport(change: NonNullable<PrintedImport["changes"]>[number]): readonly string[] {
  const { kind, tool, path, server, was, is } = change;
  const place = escapeText([tool, ...(path ?? [])].join("."));
  if (kind === "left") return [`left out  ${place}: it was removed from the contracts`];
  if (kind === "removed") return [`removed  ${place}: the contract stays and is marked as deprecated`];
  if (kind === "kept") {
    const instead = server === undefined ? "nothing" : shownValue(server);
    return [`kept  ${place}: it was changed both here and by the server, which now has ${instead}`];
  }
  return [
    `${kind}  ${place}`,
    ...(was === undefined ? [] : [`  - ${shownValue(was)}`]),
    ...(is === undefined ? [] : [`  + ${shownValue(is)}`]),
  ];
}

const longestValue = 300;

function shownValue(value: Json): string {
  const text = escapeText(JSON.stringify(value));
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1)}…`;
}
