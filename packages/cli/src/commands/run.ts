import { stripVTControlCharacters } from "node:util";
import { renderUsage, runCommand } from "citty";
import type { ArgsDef, CommandDef } from "citty";
import type { Command } from "./command.ts";
import { splitRest, toCitty } from "./command.ts";
import { commandNames, loadCommand, loadCommands } from "./commands.ts";
import { exitCodes, UsageError } from "../terminal/exit-codes.ts";
import type { ExitCode } from "../terminal/exit-codes.ts";
import { ownVersion } from "../disk/own-version.ts";
import { explainError } from "../terminal/explain-error.ts";
import type { Host } from "../terminal/host.ts";
import { wrapHelp } from "../terminal/wrap-help.ts";

/** Runs one command line. Never throws: every result has an exit code. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    return await dispatch(argv, host);
  } catch (error) {
    return explainError(error, host);
  }
}

async function dispatch(argv: readonly string[], host: Host): Promise<ExitCode> {
  const [name, ...given] = argv;
  if (name === "--version" || name === "-v") return print(ownVersion, host);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    await showHelp(await mainCommand(host), undefined, host);
    // A script that lost its arguments has checked nothing, and must not look as if it had.
    return name === undefined ? exitCodes.usage : exitCodes.clean;
  }
  const command = await loadCommand(name);
  if (!command) throw await unknown("command", name, commandNames);
  if (command.forward && given[0] !== undefined && !given[0].startsWith("-"))
    return command.forward(given, host);
  const { words, rest } = splitRest(given, command);
  const definition = toCitty(command, host, rest);
  if (words.includes("--help") || words.includes("-h")) {
    await showHelp(definition, await mainCommand(host), host);
    return exitCodes.clean;
  }
  await refuseUnknown(words, command);
  const { result } = await runCommand(definition, { rawArgs: [...words] });
  return result as ExitCode;
}

function print(text: string, host: Host): ExitCode {
  host.out(text);
  return exitCodes.clean;
}

async function mainCommand(host: Host): Promise<CommandDef> {
  const commands = await loadCommands();
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
  host.out(wrapHelp(host.color ? usage : stripVTControlCharacters(usage)).trimEnd());
  const codes = Object.entries(exitCodes).map(([name, code]) => `${code} ${name}`);
  host.out(`\nExit codes: ${codes.join(", ")}.`);
}

/** citty lets pass what it does not know, and a mistyped `--check` would then write. */
async function refuseUnknown(rest: readonly string[], { args }: Command): Promise<void> {
  const [places, named] = [true, false].map((isPlace) =>
    Object.keys(args).filter((name) => (args[name]?.type === "positional") === isPlace),
  );
  const options = (named ?? []).map((name) => `--${name}`);
  let free = places?.length ?? 0;
  for (const [index, word] of rest.entries()) {
    const [option = ""] = word.split("=", 1);
    const before = rest[index - 1];
    if (options.includes(option)) {
      refuseWrongValue(word, rest[index + 1], args);
    } else if (!word.startsWith("-") && before !== undefined && takesValue(before, args)) {
      continue;
    } else if (!word.startsWith("-") && free > 0) {
      free -= 1;
    } else {
      throw await unknown(word.startsWith("-") ? "option" : "argument", word, options);
    }
  }
}

function refuseWrongValue(word: string, next: string | undefined, args: ArgsDef): void {
  if (takesValue(word, args)) {
    if (next === undefined || next.startsWith("-")) throw new UsageError(`\`${word}\` needs a value`);
    refuseUnknownChoice(word, next, args);
  } else if (word.includes("=") && takesValue(word.slice(0, word.indexOf("=")), args)) {
    refuseUnknownChoice(word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1), args);
  } else if (word.includes("=") && args[word.slice(2, word.indexOf("="))]?.type === "boolean") {
    throw new UsageError(`\`${word.slice(0, word.indexOf("="))}\` takes no value`);
  }
}

function takesValue(word: string, args: ArgsDef): boolean {
  const type = args[word.slice(2)]?.type;
  return type === "string" || type === "enum";
}

function refuseUnknownChoice(option: string, value: string, args: ArgsDef): void {
  const definition = args[option.slice(2)];
  if (definition?.type !== "enum") return;
  const choices = definition.options ?? [];
  if (choices.includes(value)) return;
  const list = choices.map((choice) => `\`${choice}\``).join(", ");
  throw new UsageError(`\`${option}\` takes one of ${list}, and not \`${value}\``);
}

async function unknown(what: string, word: string, known: readonly string[]): Promise<UsageError> {
  // Whoever types right need not wait for the compiler.
  const { nearest } = await import("@proviso/compiler");
  const close = nearest(word, known);
  return new UsageError(
    `there is no ${what} \`${word}\`${close === undefined ? "" : `; did you mean \`${close}\`?`}`,
  );
}
