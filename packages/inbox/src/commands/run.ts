import { parseArgs } from "node:util";
import { escapeText } from "@proviso/manifest";
import {
  printHelp,
  type HelpArgument,
  type HelpPage,
  exitCodes,
  exitCodesWith,
  UsageError,
  type ExitCode,
} from "@proviso/terminal";
import { withApprovals } from "./open-state.ts";
import type { ApprovalsCommand, ApprovalsHost } from "./approvals-command.ts";
import { approve, deny } from "./decide.ts";
import { linkCommand } from "./link.ts";
import { listCommand } from "./list.ts";
import { pauseCommand, resumeCommand } from "./pause.ts";
import { showCommand } from "./show.ts";

/** All commands about approvals, in the order in which help lists them. */
const approvalsCommands: readonly ApprovalsCommand[] = [
  listCommand,
  showCommand,
  approve,
  deny,
  linkCommand,
  pauseCommand,
  resumeCommand,
];

const stateArgument: HelpArgument = {
  type: "positional",
  description:
    "The folder that the server gives to `sqliteState`, or a postgresql:// URL with --keys FOLDER.",
};

const optionHelp: Readonly<Record<string, HelpArgument>> = {
  keys: {
    type: "string",
    valueHint: "folder",
    description: "The folder with the server's keys, for a database.",
  },
  as: { type: "string", valueHint: "name", description: "Who decides; it is put on record." },
  reason: {
    type: "string",
    valueHint: "text",
    description: "Why; it is put on record, and passed on with a no.",
  },
  set: {
    type: "string",
    valueHint: "name=json",
    description: "Approve less: a smaller number, or some items of a list, where the contract allows it.",
  },
  phrase: {
    type: "string",
    valueHint: "text",
    description: "The phrase of a critical call, which `show` prints; without it, a terminal asks for it.",
  },
  revision: {
    type: "string",
    valueHint: "number",
    description: "What you have seen, of a call that was changed; `show` prints it.",
  },
  url: {
    type: "string",
    valueHint: "address",
    description: "Where people find the inbox: the address that the server gives to `inbox`.",
  },
  all: { type: "boolean", description: "Also what has been decided or has ended." },
  json: { type: "boolean", description: "Print JSON." },
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
  approvalsHost.out(printHelp(approvalsCommand ? commandHelp(approvalsCommand) : page, approvalsHost));
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

function commandHelp({ name, summary, subject, options }: ApprovalsCommand): HelpPage {
  const names = [...Object.keys(options), "keys"];
  const place: HelpArgument = { type: "positional", description: subjectHelp[subject ?? ""] ?? "" };
  return {
    name: `proviso approvals ${name}`,
    summary,
    args: {
      state: stateArgument,
      ...(subject !== undefined && { [subject.toLowerCase()]: place }),
      ...Object.fromEntries(names.map((option) => [option, optionHelp[option] ?? {}])),
    },
    exitCodes: exitCodesWith("refused"),
  };
}

const subjectHelp: Readonly<Record<string, string>> = {
  ID: "An approval's id, or the short one that `list` prints.",
  SCOPE: "all, tool:NAME, domain:NAME, effect:KIND or tenant:ID.",
};

const page: HelpPage = {
  name: "proviso approvals",
  summary: "Decides about calls of a server that wait for a person, and pauses its tools.",
  commands: approvalsCommands,
  notes: [
    "Each command takes a STATE: the folder that the server gives to `sqliteState`, or a postgresql:// URL with --keys FOLDER.",
  ],
  examples: ["proviso approvals list state", "proviso approvals approve state 3f9a12 --as olga"],
  exitCodes: exitCodesWith("refused"),
};
