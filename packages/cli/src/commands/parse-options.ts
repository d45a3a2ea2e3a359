import { parseArgs } from "node:util";
import type { ArgsDef } from "citty";
import { UsageError } from "../terminal/exit-codes.ts";
import { unknownWord } from "./unknown-word.ts";

/** The options of a command line, by name: all values of one, in order. */
export type Given = ReadonlyMap<string, readonly (string | boolean)[]>;

/** Reads words by the options that a command has. Anything else is wrong usage: a mistyped `--check` must not write. */
export async function parseOptions(words: readonly string[], args: ArgsDef): Promise<Given> {
  const names = Object.keys(args).filter((name) => args[name]?.type !== "positional");
  const places = Object.keys(args).filter((name) => args[name]?.type === "positional");
  const options = Object.fromEntries(
    names.map((name) => [name, { type: args[name]?.type === "boolean" ? "boolean" : "string" } as const]),
  );
  // Not `strict`, so that the error messages are ours.
  const { tokens } = parseArgs({ args: [...words], options, strict: false, tokens: true });
  const known = names.map((name) => `--${name}`);
  const given = new Map<string, (string | boolean)[]>();
  const add = (name: string, value: string | boolean): unknown =>
    given.get(name)?.push(value) ?? given.set(name, [value]);
  for (const token of tokens) {
    if (token.kind === "option") {
      if (!known.includes(token.rawName)) throw await unknownWord("option", token.rawName, known);
      add(token.name, optionValueOf(token, args));
    } else {
      const word = token.kind === "positional" ? token.value : "--";
      const place = token.kind === "positional" ? places.shift() : undefined;
      if (place === undefined) throw await unknownWord("argument", word, known);
      add(place, word);
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

function optionValueOf({ name, rawName, value, inlineValue }: OptionToken, args: ArgsDef): string | boolean {
  const definition = args[name];
  if (definition?.type === "boolean") {
    if (value !== undefined) throw new UsageError(`\`${rawName}\` takes no value`);
    return true;
  }
  if (value === undefined || (!inlineValue && value.startsWith("-")))
    throw new UsageError(`\`${rawName}\` needs a value`);
  const choices = definition?.type === "enum" ? (definition.options ?? []) : [value];
  if (choices.includes(value)) return value;
  const list = choices.map((choice) => `\`${choice}\``).join(", ");
  throw new UsageError(`\`${rawName}\` takes one of ${list}, and not \`${value}\``);
}
