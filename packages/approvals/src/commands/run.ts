import { parseArgs } from "node:util";
import { escapeText } from "@proviso/manifest";
import { withApprovals } from "./open-state.ts";
import { exitCodes, UsageError, type ExitCode } from "./exit-codes.ts";
import type { ApprovalsCommand, ApprovalsHost } from "./approvals-command.ts";
import { approve, deny } from "./decide.ts";
import { link } from "./link.ts";
import { list } from "./list.ts";
import { pause, resume } from "./pause.ts";
import { show } from "./show.ts";

/** All commands about approvals, in the order in which help lists them. */
const approvalsCommands: readonly ApprovalsCommand[] = [list, show, approve, deny, link, pause, resume];

const stateSources =
  "STATE is the folder that the server gives to `sqliteState`, or a postgresql:// URL with --keys FOLDER.";

const optionHelp: Readonly<Record<string, string>> = {
  keys: "--keys FOLDER  the folder with the server's keys, for a database",
  as: "--as NAME      who decides; it is put on record",
  reason: "--reason TEXT  why; it is put on record, and passed on with a no",
  url: "--url ADDRESS  where people find the inbox: `approvals.url` of the server",
  all: "--all          also what has been decided or has ended",
  json: "--json         print JSON",
};

/** Runs `proviso approvals` with one command line. Never throws: every result has an exit code. */
export async function run(argv: readonly string[], approvalsHost: ApprovalsHost): Promise<ExitCode> {
  try {
    return await dispatch(argv, approvalsHost);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    approvalsHost.err(
      `proviso approvals: ${error instanceof Error ? escapeText(error.message) : "unknown error"}`,
    );
    if (isUsage) approvalsHost.err("proviso approvals --help lists the commands");
    return isUsage ? exitCodes.usage : exitCodes.internal;
  }
}

async function dispatch([name, ...rest]: readonly string[], approvalsHost: ApprovalsHost): Promise<ExitCode> {
  const approvalsCommand = approvalsCommands.find((one) => one.name === name);
  if (!approvalsCommand && name !== undefined && !isHelp(name))
    throw new UsageError(`there is no command \`${escapeText(name)}\``);
  if (approvalsCommand && !rest.some(isHelp)) return callCommand(approvalsCommand, rest, approvalsHost);
  approvalsHost.out(approvalsCommand ? commandHelp(approvalsCommand) : help());
  return name === undefined ? exitCodes.usage : exitCodes.clean;
}

async function callCommand(
  approvalsCommand: ApprovalsCommand,
  rest: readonly string[],
  approvalsHost: ApprovalsHost,
): Promise<ExitCode> {
  const { values, positionals } = parse(approvalsCommand, rest);
  const [source, subject = "", ...more] = positionals;
  const isComplete = approvalsCommand.subject === undefined ? subject === "" : subject !== "";
  if (source === undefined || !isComplete || more.length > 0)
    throw new UsageError(`write ${usageOf(approvalsCommand)}`);
  const { keys } = values;
  return withApprovals(source, typeof keys === "string" ? keys : undefined, (desk, state) =>
    approvalsCommand.run({ desk, state, subject, values }, approvalsHost),
  );
}

function parse({ options }: ApprovalsCommand, rest: readonly string[]): ReturnType<typeof parseArgs> {
  try {
    const all = { ...options, keys: { type: "string" } } as const;
    return parseArgs({ args: [...rest], options: all, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "the options cannot be read");
  }
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

function usageOf({ name, subject }: ApprovalsCommand): string {
  return ["proviso approvals", name, "STATE", ...(subject === undefined ? [] : [subject])].join(" ");
}

function commandHelp(approvalsCommand: ApprovalsCommand): string {
  const names = [...Object.keys(approvalsCommand.options), "keys"];
  const options = names.map((name) => `  ${optionHelp[name] ?? ""}`);
  return [
    usageOf(approvalsCommand),
    "",
    approvalsCommand.summary,
    stateSources,
    "",
    ...options,
    "",
    codesHelp(),
  ].join("\n");
}

function help(): string {
  const lines = approvalsCommands.flatMap((approvalsCommand) => [
    `  ${usageOf(approvalsCommand)}`,
    `      ${approvalsCommand.summary}`,
  ]);
  const what = "Decides about calls of a server that wait for a person, and pauses its tools.";
  return [what, stateSources, "", ...lines, "", codesHelp()].join("\n");
}

function codesHelp(): string {
  return `Exit codes: ${Object.entries(exitCodes)
    .map(([name, code]) => `${code} ${name}`)
    .join(", ")}.`;
}
