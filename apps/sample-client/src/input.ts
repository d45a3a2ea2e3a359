import type { Json, JsonObject, JsonSchema } from "@proviso/client";
import { resolveReference } from "./resolve-reference.ts";
import { UsageError } from "./usage-error.ts";

/** The arguments of a call: `--input` as JSON, and `key=value` words over it. */
export function readInput(
  json: string | undefined,
  words: readonly string[],
  schema: JsonSchema,
): JsonObject {
  const base = json === undefined ? {} : parseObject(json);
  return { ...base, ...Object.fromEntries(words.map((word) => readWord(word, schema))) };
}

function parseObject(json: string): JsonObject {
  const value = tryJson(json);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError('--input must be a JSON object, such as \'{"customerId":"cus_0001"}\'');
  return value as JsonObject;
}

function readWord(word: string, root: JsonSchema): readonly [string, Json] {
  const at = word.indexOf("=");
  if (at < 1) throw new UsageError(`\`${word}\` is no argument: write key=value`);
  const key = word.slice(0, at);
  const properties = (root["properties"] ?? {}) as JsonObject;
  const schema = Object.hasOwn(properties, key) ? (properties[key] as JsonSchema) : {};
  return [key, parseValue(word.slice(at + 1), resolveReference(schema, root))];
}

/** A word as the schema wants it: text stays text, anything else is JSON where it can be. */
export function parseValue(word: string, schema: JsonSchema): Json {
  const type = schema["type"];
  const isText = type === "string" || isTextEnum(schema["enum"]);
  const value = isText ? word : (tryJson(word) ?? word);
  return type === "array" && !Array.isArray(value) ? [value] : value;
}

function isTextEnum(choices: Json | undefined): boolean {
  return Array.isArray(choices) && choices.every((choice) => typeof choice === "string");
}

function tryJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
