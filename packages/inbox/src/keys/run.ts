import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { escapeText } from "@proviso/manifest";
import { KeysRefused } from "@proviso/trail";
import { printHelp, type HelpArgument, type HelpPage } from "@proviso/terminal";
import type { ApprovalsHost } from "../commands/approvals-command.ts";
import { exitCodes, UsageError, type ExitCode } from "../commands/exit-codes.ts";
import type { KeysCommand } from "./keys-command.ts";
import { listKeysCommand } from "./list.ts";
import { newCommand } from "./new.ts";
import { remove } from "./remove.ts";
import { rotate } from "./rotate.ts";

/** All commands about keys, in the order in which help lists them. */
const keysCommands: readonly KeysCommand[] = [listKeysCommand, newCommand, rotate, remove];

const optionHelp: Readonly<Record<string, HelpArgument>> = {
  force: {
    type: "boolean",
    description: "Also if stored values need the key: they cannot be read any more.",
  },
  json: { type: "boolean", description: "Print JSON." },
};

/** Runs `proviso keys` with one command line. Never throws: every result has an exit code. */
export async function run(argv: readonly string[], host: ApprovalsHost): Promise<ExitCode> {
  try {
    return await dispatch(argv, host);
  } catch (error) {
    host.err(`proviso keys: ${error instanceof Error ? escapeText(error.message) : "unknown error"}`);
    if (error instanceof KeysRefused) return exitCodes.refused;
    if (!(error instanceof UsageError)) return exitCodes.internal;
    host.err("proviso keys --help lists the commands");
    return exitCodes.usage;
  }
}

async function dispatch([name, ...rest]: readonly string[], host: ApprovalsHost): Promise<ExitCode> {
  const command = keysCommands.find((one) => one.name === name);
  if (!command && name !== undefined && !isHelp(name))
    throw new UsageError(`there is no command \`${escapeText(name)}\``);
  if (command && !rest.some(isHelp)) return callCommand(command, rest, host);
  host.out(printHelp(command ? commandHelp(command) : page, host));
  return name === undefined ? exitCodes.usage : exitCodes.clean;
}

async function callCommand(
  command: KeysCommand,
  rest: readonly string[],
  host: ApprovalsHost,
): Promise<ExitCode> {
  const { values, positionals } = parse(command, rest);
  const [folder, id = "", ...more] = positionals;
  if (folder === undefined || more.length > 0 || (command.takesId === true) !== (id !== ""))
    throw new UsageError(`write proviso keys ${command.name} FOLDER${command.takesId ? " ID" : ""}`);
  if (command.name !== newCommand.name && !existsSync(folder))
    throw new UsageError(
      `there is no folder ${folder}: name the one that the server gives to \`sqliteState\`, \`postgresState\` or \`keysIn\``,
    );
  return command.run({ folder, id, values }, host);
}

function parse({ options }: KeysCommand, rest: readonly string[]): ReturnType<typeof parseArgs> {
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "the options cannot be read");
  }
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

const folderArgument: HelpArgument = {
  type: "positional",
  description: "The folder that the server gives to `sqliteState`, `postgresState` or `keysIn`.",
};
const idArgument: HelpArgument = {
  type: "positional",
  description: "The id of a key, or its first six or more digits, as `list` prints it.",
};

function commandHelp({ name, summary, takesId, options }: KeysCommand): HelpPage {
  return {
    name: `proviso keys ${name}`,
    summary,
    args: {
      folder: folderArgument,
      ...(takesId && { id: idArgument }),
      ...Object.fromEntries(Object.keys(options).map((option) => [option, optionHelp[option] ?? {}])),
    },
    exitCodes,
  };
}

const page: HelpPage = {
  name: "proviso keys",
  summary: "Lists and rotates the keys that seal the state of a server and sign its audit trail.",
  commands: keysCommands,
  notes: [
    "To rotate: `new`, restart every server that uses these keys, `rotate`, restart every server, and later `remove` the former keys.",
  ],
  examples: ["proviso keys list .data", "proviso keys new .data"],
  exitCodes,
};
