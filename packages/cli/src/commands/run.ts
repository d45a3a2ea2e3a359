import { stripVTControlCharacters } from "node:util";
import { renderUsage } from "citty";
import type { CommandDef } from "citty";
import { optionsOf, splitRest, toCitty } from "./command.ts";
import { commandNames, loadCommand, loadCommands } from "./commands.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import type { ExitCode } from "../terminal/exit-codes.ts";
import { ownVersion } from "../disk/own-version.ts";
import { explainError } from "../terminal/explain-error.ts";
import type { CliHost } from "../terminal/host.ts";
import { parseOptions } from "./parse-options.ts";
import { unknownWord } from "./unknown-word.ts";
import { wrapHelp } from "../terminal/wrap-help.ts";

/** Runs `proviso` with one command line. Never throws: every result has an exit code. */
export async function run(argv: readonly string[], cliHost: CliHost): Promise<ExitCode> {
  try {
    return await dispatchCommand(argv, cliHost);
  } catch (error) {
    return explainError(error, cliHost);
  }
}

async function dispatchCommand(argv: readonly string[], cliHost: CliHost): Promise<ExitCode> {
  const [name, ...given] = argv;
  if (name === "--version" || name === "-v") return printText(ownVersion, cliHost);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    await showHelp(await mainCommand(), undefined, cliHost);
    // No arguments are an error: a script that lost them has checked nothing.
    return name === undefined ? exitCodes.usage : exitCodes.clean;
  }
  const command = await loadCommand(name);
  if (!command) throw await unknownWord("command", name, commandNames);
  if (command.forward && given[0] !== undefined && !given[0].startsWith("-"))
    return command.forward(given, cliHost);
  const { words, rest } = splitRest(given, command);
  if (words.includes("--help") || words.includes("-h")) {
    await showHelp(toCitty(command), await mainCommand(), cliHost);
    return exitCodes.clean;
  }
  return command.run(optionsOf(await parseOptions(words, command.args), command, rest), cliHost);
}

function printText(text: string, cliHost: CliHost): ExitCode {
  cliHost.out(text);
  return exitCodes.clean;
}

async function mainCommand(): Promise<CommandDef> {
  const commands = await loadCommands();
  return {
    meta: {
      name: "proviso",
      version: ownVersion,
      description: "Contracts for MCP tools: check them, generate from them.",
    },
    subCommands: Object.fromEntries(commands.map((command) => [command.name, toCitty(command)])),
  };
}

async function showHelp(
  command: CommandDef,
  parent: CommandDef | undefined,
  cliHost: CliHost,
): Promise<void> {
  // The list of commands stands below the usage, too.
  const usage = (await renderUsage(command, parent)).replace(commandNames.join("|"), "COMMAND");
  cliHost.out(wrapHelp(cliHost.color ? usage : stripVTControlCharacters(usage)).trimEnd());
  const codes = Object.entries(exitCodes).map(([name, code]) => `${code} ${name}`);
  cliHost.out(`\nExit codes: ${codes.join(", ")}.`);
}
