import { parseArgs } from "node:util";
import { type HelpArgument, UsageError } from "@proviso/terminal";
import type { CommandArgs, Given } from "./command.ts";
import { unknownWord } from "./unknown-word.ts";

/** Reads words by a command's options. Others are errors: a mistyped `--check` must not write. */
export async function parseOptions(words: readonly string[], commandOptions: CommandArgs): Promise<Given> {
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
      addOption(place, choiceOf(place.toUpperCase(), word, commandOptions[place]));
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
  return choiceOf(`\`${rawName}\``, optionValue, optionDefinition);
}

/** The value, if it is one of those that an option or argument takes. */
function choiceOf(label: string, given: string, definition: HelpArgument | undefined): string {
  const choices = definition?.options ?? [given];
  if (choices.includes(given)) return given;
  const list = choices.map((choice) => `\`${choice}\``).join(", ");
  throw new UsageError(`${label} takes one of ${list}, and not \`${given}\``);
}
