import type { Json, JsonObject } from "@proviso/manifest";
import { parseJson } from "@proviso/terminal";
import type { Action, Answer } from "../model.ts";

/** How to make a call: its arguments, some of which come from calls that have to be made first. */
export interface Recipe {
  readonly tool: string;
  readonly args: Readonly<Record<string, Ingredient>>;
}

/** An argument: a value, or the place where another call's arguments or answer have it. */
export type Ingredient = { readonly literal: Json } | Made;

export interface Made {
  readonly recipe: Recipe;
  readonly from: "arguments" | "answer";
  readonly path: readonly (string | number)[];
  /** The value when it was first seen, used if the call does not give one again. */
  readonly seen: Json;
}

/** Makes the calls that a recipe needs, each once, and returns its arguments as plain values. */
export async function prepare(
  recipe: Recipe,
  make: (action: Action) => Promise<Answer>,
): Promise<JsonObject> {
  const done = new Map<Recipe, { readonly args: JsonObject; readonly answer: Answer }>();
  const argsOf = async ({ args }: Recipe): Promise<JsonObject> => {
    const values: Record<string, Json> = {};
    for (const [name, each] of Object.entries(args))
      values[name] = "literal" in each ? each.literal : await made(each);
    return values;
  };
  const made = async ({ recipe: source, from, path, seen }: Made): Promise<Json> => {
    let call = done.get(source);
    if (!call) {
      const args = await argsOf(source);
      call = { args, answer: await make({ kind: "call", tool: source.tool, arguments: args }) };
      done.set(source, call);
    }
    return valueAt(from === "arguments" ? call.args : (dataOf(call.answer) ?? null), path) ?? seen;
  };
  return argsOf(recipe);
}

/** The arguments as far as they are known before the calls that they come from. */
export function knownArgs({ args }: Recipe): JsonObject {
  const entries = Object.entries(args);
  return Object.fromEntries(
    entries.map(([name, each]) => [name, "literal" in each ? each.literal : each.seen]),
  );
}

/** How many calls a recipe makes beside its own. */
export function depthOf({ args }: Recipe): number {
  const depths = Object.values(args).map((each) => ("literal" in each ? 0 : 1 + depthOf(each.recipe)));
  return Math.max(0, ...depths);
}

/** What an answer holds as data: structured content, or a text that is JSON. */
export function dataOf({ value, text }: Answer): Json | undefined {
  if (value !== undefined || text === undefined) return value;
  return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}

export function valueAt(value: Json, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>((at, step) => {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    return (at as Readonly<Record<string | number, Json>>)[step];
  }, value);
}
