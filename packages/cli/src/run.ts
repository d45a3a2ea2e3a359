import { stripVTControlCharacters } from "node:util";
import { nearest } from "@proviso/compiler";
import { renderUsage, runCommand } from "citty";
import type { ArgsDef, CommandDef } from "citty";
import type { Command } from "./commands/command.ts";
import { toCitty } from "./commands/command.ts";
import { commands } from "./commands/commands.ts";
import { exitCodes, UsageError } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";
import { ownVersion } from "./own-version.ts";
import type { Host } from "./terminal/host.ts";

/** Runs one command line. Never throws: everything that can happen has an exit code. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    return await dispatch(argv, host);
  } catch (error) {
    return explain(error, host);
  }
}

async function dispatch(argv: readonly string[], host: Host): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === "--version" || name === "-v") return print(ownVersion, host);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    await showHelp(mainCommand(host), undefined, host);
    return name === undefined ? exitCodes.usage : exitCodes.clean;
  }
  const command = commands.find((each) => each.name === name);
  if (!command)
    throw unknown(
      "command",
      name,
      commands.map((each) => each.name),
    );
  const definition = toCitty(command, host);
  if (rest.includes("--help") || rest.includes("-h")) {
    await showHelp(definition, mainCommand(host), host);
    return exitCodes.clean;
  }
  refuseUnknown(rest, command);
  const { result } = await runCommand(definition, { rawArgs: rest });
  return result as ExitCode;
}

function print(text: string, host: Host): ExitCode {
  host.out(text);
  return exitCodes.clean;
}

function mainCommand(host: Host): CommandDef {
  return {
    meta: {
      name: "proviso",
      version: ownVersion,
      description: "Contracts for MCP tools: check them, generate from them.",
    },
    subCommands: Object.fromEntries(commands.map((command) => [command.name, toCitty(command, host)])),
  };
}

async function showHelp(command: CommandDef, parent: CommandDef | undefined, host: Host): Promise<void> {
  const usage = await renderUsage(command, parent);
  host.out((host.color ? usage : stripVTControlCharacters(usage)).trimEnd());
  const codes = Object.entries(exitCodes).map(([name, code]) => `${code} ${name}`);
  host.out(`\nExit codes: ${codes.join(", ")}.`);
}

/** citty lets pass what it does not know, and a mistyped `--check` would then write. */
function refuseUnknown(rest: readonly string[], { args }: Command): void {
  const options: readonly string[] = Object.keys(args).map((name) => `--${name}`);
  for (const [index, word] of rest.entries()) {
    const [option = ""] = word.split("=", 1);
    const before = rest[index - 1];
    if (options.includes(option)) {
      refuseWrongValue(word, rest[index + 1], args);
    } else if (before === undefined || !takesValue(before, args) || word.startsWith("-")) {
      throw unknown(word.startsWith("-") ? "option" : "argument", word, options);
    }
  }
}

function refuseWrongValue(word: string, next: string | undefined, args: ArgsDef): void {
  if (takesValue(word, args)) {
    if (next === undefined || next.startsWith("-")) throw new UsageError(`\`${word}\` needs a value`);
  } else if (word.includes("=") && args[word.slice(2, word.indexOf("="))]?.type === "boolean") {
    throw new UsageError(`\`${word.slice(0, word.indexOf("="))}\` takes no value`);
  }
}

function takesValue(word: string, args: ArgsDef): boolean {
  return args[word.slice(2)]?.type === "string";
}

function unknown(what: string, word: string, known: readonly string[]): UsageError {
  const close = nearest(word, known);
  return new UsageError(
    `there is no ${what} \`${word}\`${close === undefined ? "" : `; did you mean \`${close}\`?`}`,
  );
}

function explain(error: unknown, host: Host): ExitCode {
  if (error instanceof UsageError) {
    host.err(
      `proviso: ${error.message}\nproviso --help lists the commands, proviso COMMAND --help their options`,
    );
    return exitCodes.usage;
  }
  // A system error names its file and reason; its stack would only say that we touched a file.
  const isSystemError = error instanceof Error && "syscall" in error;
  const text = error instanceof Error ? (isSystemError ? error.message : error.stack) : String(error);
  host.err(
    isSystemError ? `proviso: ${text}; nothing was changed` : `proviso: this is a bug in proviso\n${text}`,
  );
  return exitCodes.internal;
}
