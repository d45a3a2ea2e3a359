import type { programCommand } from "./program-command.ts";
import { type HelpPage, exitCodes, type ExitCode, UsageError } from "@proviso/terminal";
import { optionsOf, splitRest, type Command, type CommandArgs, type Given } from "./command.ts";
import { ownVersion } from "../disk/package-json.ts";
import { explainError } from "../terminal/explain-error.ts";
import type { CliHost } from "../terminal/host.ts";
import { unknownWord } from "./unknown-word.ts";
import { parseArgs } from "node:util";

/** Runs `proviso` with one command line. Never throws: every result has an exit code. */
export async function run(argv: readonly string[], host: CliHost): Promise<ExitCode> {
  try {
    return await dispatchCommand(argv, host);
  } catch (error) {
    return explainError(error, host);
  }
}

async function dispatchCommand(argv: readonly string[], host: CliHost): Promise<ExitCode> {
  const [name, ...given] = argv;
  if (name === "--version" || name === "-v") return printText(ownVersion, host);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    await showHelp(await programHelp(), host);
    // No arguments are an error: a script that lost them has checked nothing.
    return name === undefined ? exitCodes.usage : exitCodes.clean;
  }
  const command = await loadCommand(name);
  if (!command) throw await unknownWord("command", name, commandNames);
  const { words, rest } = splitRest(given, command);
  const wantsHelp = words.includes("--help") || words.includes("-h");
  const isForwarded = command.forwardsAll || (given[0] !== undefined && !given[0].startsWith("-"));
  if (command.forward && (wantsHelp || isForwarded)) {
    const code = await command.forward(given, host);
    if (code !== undefined) return code;
  }
  if (wantsHelp) {
    await showHelp(commandHelp(command), host);
    return exitCodes.clean;
  }
  return command.run(optionsOf(await parseOptions(words, command.args), command, rest), host);
}

function printText(text: string, host: CliHost): ExitCode {
  host.out(text);
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

async function showHelp(page: HelpPage, host: CliHost): Promise<void> {
  const { printHelp } = await import("@proviso/terminal");
  host.out(printHelp(page, { width: host.columns, color: host.color }));
}

const program = (name: Parameters<typeof programCommand>[0]) => async (): Promise<Command> =>
  (await import("./program-command.ts")).programCommand(name);

/** All commands, in the order of help. Each loads only what it needs, when it is called. */
const commandLoaders: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import("./init.ts")).init,
  check: async () => (await import("./check.ts")).check,
  dev: async () => (await import("./dev.ts")).dev,
  generate: async () => (await import("./generate.ts")).generate,
  format: async () => (await import("./format.ts")).formatCommand,
  import: async () => (await import("./import.ts")).importCommand,
  todo: async () => (await import("./todo.ts")).todo,
  docs: async () => (await import("./docs.ts")).docs,
  doctor: async () => (await import("./doctor.ts")).doctor,
  diff: async () => (await import("./diff.ts")).diff,
  lock: async () => (await import("./lock.ts")).lock,
  prove: async () => (await import("./prove.ts")).prove,
  changeset: async () => (await import("./changeset.ts")).changeset,
  explain: async () => (await import("./explain.ts")).explainCommand,
  lsp: async () => (await import("./lsp.ts")).lsp,
  gateway: program("gateway"),
  verify: program("verify"),
  approvals: program("approvals"),
  keys: program("keys"),
  audit: program("audit"),
  replay: program("replay"),
};

export const commandNames: readonly string[] = Object.keys(commandLoaders);

async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(commandLoaders, name) ? commandLoaders[name]?.() : undefined;
}

export async function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(commandLoaders).map((load) => load()));
}

/** Reads words by a command's options. Others are errors: a mistyped `--check` must not write. */
async function parseOptions(words: readonly string[], commandOptions: CommandArgs): Promise<Given> {
  const names = Object.keys(commandOptions).filter((name) => commandOptions[name]?.type !== "positional");
  const places = Object.keys(commandOptions).filter((name) => commandOptions[name]?.type === "positional");
  const options = Object.fromEntries(
    names.map((name) => [
      name,
      { type: commandOptions[name]?.type === "boolean" ? "boolean" : "string" } as const,
    ]),
  );
  // Not `strict`, so that the error messages are ours.
  const { tokens } = parseArgs({ args: [...words], options, strict: false, tokens: true });
  const known = names.map((name) => `--${name}`);
  const given = new Map<string, (string | boolean)[]>();
  const addOption = (name: string, optionValue: string | boolean): unknown =>
    given.get(name)?.push(optionValue) ?? given.set(name, [optionValue]);
  for (const token of tokens) {
    if (token.kind === "option") {
      if (!known.includes(token.rawName)) throw await unknownWord("option", token.rawName, known);
      addOption(token.name, optionValueOf(token, commandOptions));
    } else {
      const word = token.kind === "positional" ? token.value : "--";
      const place = token.kind === "positional" ? places.shift() : undefined;
      if (place === undefined) throw await unknownWord("argument", word, known);
      addOption(place, word);
    }
  }
  return given;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function optionValueOf(
  { name, rawName, value: optionValue, inlineValue }: OptionToken,
  commandOptions: CommandArgs,
): string | boolean {
  const optionDefinition = commandOptions[name];
  if (optionDefinition?.type === "boolean") {
    if (optionValue !== undefined) throw new UsageError(`\`${rawName}\` takes no value`);
    return true;
  }
  if (optionValue === undefined || (!inlineValue && optionValue.startsWith("-")))
    throw new UsageError(`\`${rawName}\` needs a value`);
  const choices = optionDefinition?.options ?? [optionValue];
  if (choices.includes(optionValue)) return optionValue;
  const list = choices.map((choice) => `\`${choice}\``).join(", ");
  throw new UsageError(`\`${rawName}\` takes one of ${list}, and not \`${optionValue}\``);
}
