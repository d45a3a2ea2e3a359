import type { Json, JsonObject } from "@proviso/manifest";
import { remarkKeywords } from "./keywords.ts";
import { builtInTypes } from "./scope.ts";

/** The built-in types, by their JSON Schema. */
const builtInTypeNames: ReadonlyMap<string, string> = new Map(
  [...builtInTypes].map(([name, schema]) => [typeKeyOf(schema), name]),
);
const jsonTypes: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);
const maxExpressionLength = 120;

const listKeywords: ReadonlySet<string> = new Set(["minItems", "maxItems", "uniqueItems", ...remarkKeywords]);
const textKeywords: ReadonlySet<string> = new Set(["minLength", "maxLength", "pattern", ...remarkKeywords]);

/**
 * A type expression, the keywords that it replaces, and whether the remaining keywords may stand
 * beside it. Nested schemas have been converted before: a text is an expression.
 */
export interface Expression {
  readonly text: string;
  readonly said: readonly string[];
  readonly isWhole: boolean;
}

/** The type expression that equals some keywords of a schema; undefined if there is none. */
export function writeExpression(schema: JsonObject): Expression | undefined {
  const { type, format, items, enum: choices, anyOf, $ref } = schema;
  if (typeof $ref === "string") return expressionOf(schema, $ref, ["$ref"], remarkKeywords);
  if (Array.isArray(choices) && type === "string" && areLiteralWords(choices))
    return expressionOf(schema, choices.join(" | "), ["type", "enum"], remarkKeywords);
  if (choices !== undefined || schema["const"] !== undefined) return undefined;
  if (type === "string" && typeof format === "string") {
    const name = builtInTypeNames.get(typeKeyOf({ type, format }));
    return name === undefined ? undefined : expressionOf(schema, name, ["type", "format"], textKeywords);
  }
  if (typeof type === "string" && jsonTypes.has(type)) return expressionOf(schema, type, ["type"], undefined);
  if (type === "array" && typeof items === "string") {
    const item = items.includes("|") ? `(${items})` : items;
    return expressionOf(schema, `${item}[]`, ["type", "items"], listKeywords);
  }
  if (Array.isArray(anyOf) && areTypeMembers(anyOf))
    return expressionOf(schema, anyOf.join(" | "), ["anyOf"], remarkKeywords);
  return Object.keys(schema).every((key) => remarkKeywords.has(key))
    ? expressionOf(schema, "any", [], remarkKeywords)
    : undefined;
}

function expressionOf(
  schema: JsonObject,
  text: string,
  said: readonly string[],
  beside: ReadonlySet<string> | undefined,
): Expression | undefined {
  const others = Object.keys(schema).filter((key) => !said.includes(key));
  if (text.length > maxExpressionLength || (beside && !others.every((key) => beside.has(key))))
    return undefined;
  return { text, said, isWhole: others.length === 0 };
}

function areLiteralWords(choices: readonly Json[]): choices is readonly string[] {
  return choices.length > 1 && choices.every(isLiteralWord);
}

function isLiteralWord(choice: Json): boolean {
  return typeof choice === "string" && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(choice) && !builtInTypes.has(choice);
}

/** Whether all members are names of types or lists of them, without duplicates. */
function areTypeMembers(members: readonly Json[]): members is readonly string[] {
  return members.length > 1 && members.every(isTypeMember) && new Set(members).size === members.length;
}

function isTypeMember(member: Json): boolean {
  return typeof member === "string" && !member.includes("|");
}

function typeKeyOf(schema: JsonObject): string {
  return JSON.stringify([schema["type"], schema["format"]]);
}
