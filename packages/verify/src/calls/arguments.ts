import { isObject, type Json, type JsonObject, type JsonSchema, listOf } from "@proviso/manifest";
import * as fc from "fast-check";
import type { Tool } from "../model.ts";
import type { Learned } from "./learned.ts";
import type { Ingredient, Recipe } from "./recipe.ts";
import { checkOf } from "./schemas.ts";
import { made, propertySchemas, valuesFor } from "./values.ts";

export interface Pantry {
  readonly learned: Learned;
  /** Values that the user gives, by the name of an argument. */
  readonly given: ReadonlyMap<string, readonly Json[]>;
  /** Paths that exist or could, for arguments that name files; empty without a disposable folder. */
  readonly paths: readonly string[];
  readonly seed: number;
}

const pathWords = /path|file|folder|dir(ectory)?$|^source$|^destination$/i;
const maxLearned = 6;

/** Calls of a tool, with given, learned or made values, which shrink. Undefined if a required argument gets no value. */
export function callsOf(tool: Tool, pantry: Pantry): fc.Arbitrary<Recipe> | undefined {
  const schema = tool.inputSchema;
  const required = listOf(schema["required"]).map(String);
  const kinds: fc.Arbitrary<Readonly<Record<string, Ingredient>>>[] = [];
  const examples = examplesOf(tool).map(literals);
  if (examples.length > 0) kinds.push(fc.constantFrom(...examples));
  if (needsWhole(schema)) {
    const wholes = [0, 1, 2, 3, 4, 5].map((index) => made(schema, pantry.seed + index)).filter(isObject);
    if (wholes.length > 0) kinds.push(fc.constantFrom(...wholes.map(literals)));
  }
  const choices = choicesOf(tool, pantry, required);
  if (choices) kinds.push(fc.record(choices, { requiredKeys: required.filter((name) => name in choices) }));
  if (kinds.length === 0) return undefined;
  return fc.oneof(...kinds).map((args) => ({ tool: tool.name, args }));
}

function choicesOf(tool: Tool, pantry: Pantry, required: readonly string[]) {
  const entries = [...propertySchemas(tool.inputSchema)].flatMap(([name, schema]) => {
    // A dry run is tried by the clause that is about it.
    if (name === "dryRun" && tool.contract?.["dryRun"] !== undefined) return [];
    const choices = ingredientsOf(tool, name, schema, pantry);
    return choices.length > 0 ? [[name, fc.constantFrom(...choices)] as const] : [];
  });
  const choices: Readonly<Record<string, fc.Arbitrary<Ingredient>>> = Object.fromEntries(entries);
  return required.every((name) => name in choices) ? choices : undefined;
}

function ingredientsOf(tool: Tool, name: string, schema: JsonSchema, pantry: Pantry): readonly Ingredient[] {
  const fits = (value: Json): boolean => checkOf(schema)?.(value) === true;
  const given = (pantry.given.get(name) ?? []).filter(fits);
  if (given.length > 0) return given.map((literal) => ({ literal }));
  const learned = pantry.learned.for(tool.name, name).filter(({ seen }) => fits(seen));
  const paths = pathWords.test(name) ? pantry.paths.filter(fits) : [];
  const values = paths.length > 0 ? paths : valuesFor(schema, pantry.seed);
  // What exists is chosen more often than what may not.
  const known = learned.slice(0, maxLearned);
  return [...known, ...known, ...values.map((literal) => ({ literal }))];
}

function examplesOf({ contract, inputSchema }: Tool): readonly JsonObject[] {
  const stated = listOf(contract?.["examples"]).filter(isObject);
  return [...stated.map(({ input }) => input), ...listOf(inputSchema["examples"])].filter(isObject);
}

/** Whether arguments depend on each other, so that only a whole that the library makes may fit. */
function needsWhole(schema: JsonSchema): boolean {
  const keywords = ["anyOf", "oneOf", "allOf", "if", "$ref", "dependentRequired", "minProperties"];
  return keywords.some((keyword) => schema[keyword] !== undefined);
}

const literals = (args: JsonObject): Readonly<Record<string, Ingredient>> =>
  Object.fromEntries(Object.entries(args).map(([name, literal]) => [name, { literal }]));
