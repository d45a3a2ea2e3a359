import { type HelpPage, exitCodes, type ExitCode } from "@proviso/terminal";
import { optionsOf, splitRest, type Command } from "./command.ts";
import { commandNames, loadCommand, loadCommands } from "./commands.ts";
import { ownVersion } from "../disk/own-version.ts";
import { explainError } from "../terminal/explain-error.ts";
import type { CliHost } from "../terminal/host.ts";
import { parseOptions } from "./parse-options.ts";
import { unknownWord } from "./unknown-word.ts";

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
    await showHelp(await programHelp(), cliHost);
    // No arguments are an error: a script that lost them has checked nothing.
    return name === undefined ? exitCodes.usage : exitCodes.clean;
  }
  const command = await loadCommand(name);
  if (!command) throw await unknownWord("command", name, commandNames);
  const { words, rest } = splitRest(given, command);
  const wantsHelp = words.includes("--help") || words.includes("-h");
  const isForwarded = command.forwardsAll || (given[0] !== undefined && !given[0].startsWith("-"));
  if (command.forward && (wantsHelp || isForwarded)) {
    const code = await command.forward(given, cliHost);
    if (code !== undefined) return code;
  }
  if (wantsHelp) {
    await showHelp(commandHelp(command), cliHost);
    return exitCodes.clean;
  }
  return command.run(optionsOf(await parseOptions(words, command.args), command, rest), cliHost);
}

function printText(text: string, cliHost: CliHost): ExitCode {
  cliHost.out(text);
  return exitCodes.clean;
}

async function programHelp(): Promise<HelpPage> {
  return {
    name: "proviso",
    summary: "Contracts for MCP tools: check them, generate from them.",
    version: ownVersion,
    commands: await loadCommands(),
    exitCodes,
  };
}

function commandHelp({ name, summary, args, examples = [] }: Command): HelpPage {
  return { name: `proviso ${name}`, summary, args, examples, exitCodes };
}

async function showHelp(page: HelpPage, cliHost: CliHost): Promise<void> {
  const { printHelp } = await import("@proviso/terminal");
  cliHost.out(printHelp(page, { width: cliHost.columns, color: cliHost.color }));
}
