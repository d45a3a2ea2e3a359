import type { Json, JsonObject } from "@proviso/manifest";
import { builtInTypes } from "../../types/scope.ts";

/** The built-in types, by their JSON Schema. */
const namesOf: ReadonlyMap<string, string> = new Map(
  [...builtInTypes].map(([name, schema]) => [keyOf(schema), name]),
);
const jsonTypes: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);
const longest = 120;

/** Keywords allowed beside any type. */
const remarks: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
]);
const ofLists: ReadonlySet<string> = new Set(["minItems", "maxItems", "uniqueItems", ...remarks]);
const ofTexts: ReadonlySet<string> = new Set(["minLength", "maxLength", "pattern", ...remarks]);

/**
 * A type expression, the keywords that it replaces, and whether the remaining keywords may stand beside it. Nested schemas
 * have been converted before: a text is an expression.
 */
export interface Expression {
  readonly text: string;
  readonly said: readonly string[];
  readonly isWhole: boolean;
}

/** The type expression that is equivalent to some keywords of a schema; undefined if there is none. */
export function writeExpression(schema: JsonObject): Expression | undefined {
  const { type, format, items, enum: choices, anyOf, $ref } = schema;
  if (typeof $ref === "string") return expressionOf(schema, $ref, ["$ref"], remarks);
  if (Array.isArray(choices) && type === "string" && areWords(choices))
    return expressionOf(schema, choices.join(" | "), ["type", "enum"], remarks);
  if (choices !== undefined || schema["const"] !== undefined) return undefined;
  if (type === "string" && typeof format === "string") {
    const name = namesOf.get(keyOf({ type, format }));
    return name === undefined ? undefined : expressionOf(schema, name, ["type", "format"], ofTexts);
  }
  if (typeof type === "string" && jsonTypes.has(type)) return expressionOf(schema, type, ["type"], undefined);
  if (type === "array" && typeof items === "string") {
    const item = items.includes("|") ? `(${items})` : items;
    return expressionOf(schema, `${item}[]`, ["type", "items"], ofLists);
  }
  if (Array.isArray(anyOf) && areMembers(anyOf))
    return expressionOf(schema, anyOf.join(" | "), ["anyOf"], remarks);
  return Object.keys(schema).every((key) => remarks.has(key))
    ? expressionOf(schema, "any", [], remarks)
    : undefined;
}

function expressionOf(
  schema: JsonObject,
  text: string,
  said: readonly string[],
  beside: ReadonlySet<string> | undefined,
): Expression | undefined {
  const others = Object.keys(schema).filter((key) => !said.includes(key));
  if (text.length > longest || (beside && !others.every((key) => beside.has(key)))) return undefined;
  return { text, said, isWhole: others.length === 0 };
}

function areWords(choices: readonly Json[]): choices is readonly string[] {
  return choices.length > 1 && choices.every(isWord);
}

function isWord(choice: Json): boolean {
  return typeof choice === "string" && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(choice) && !builtInTypes.has(choice);
}

/** Whether all members are names of types or lists of them, without duplicates. A nested union could be one of words. */
function areMembers(members: readonly Json[]): members is readonly string[] {
  return members.length > 1 && members.every(isMember) && new Set(members).size === members.length;
}

function isMember(member: Json): boolean {
  return typeof member === "string" && !member.includes("|");
}

function keyOf(schema: JsonObject): string {
  return JSON.stringify([schema["type"], schema["format"]]);
}
