import type { Json, JsonObject, JsonSchema } from "@proviso/client";
import { resolveReference } from "./resolve-reference.ts";
import { UsageError } from "./usage-error.ts";

/** The arguments of a call: `--input` as JSON, overridden by `key=value` words. A list may be given in several words. */
export function readInput(
  json: string | undefined,
  argumentWords: readonly string[],
  schema: JsonSchema,
): JsonObject {
  const base = json === undefined ? {} : parseObject(json);
  return { ...base, ...joinRepeated(argumentWords.map((argument) => readWord(argument, schema))) };
}

function parseObject(json: string): JsonObject {
  const value = tryJson(json);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError('--input must be a JSON object, such as \'{"customerId":"cus_0001"}\'');
  return value as JsonObject;
}

/** A repeated key is a list in parts, or an error; nothing that was typed is dropped. */
function joinRepeated(entries: readonly (readonly [string, Json])[]): JsonObject {
  const joined = new Map<string, Json>();
  for (const [key, value] of entries) {
    const before = joined.get(key);
    if (before !== undefined && !(Array.isArray(before) && Array.isArray(value)))
      throw new UsageError(`\`${key}\` is given twice, and it is no list`);
    joined.set(key, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value);
  }
  return Object.fromEntries(joined);
}

function readWord(argument: string, inputSchema: JsonSchema): readonly [string, Json] {
  const at = argument.indexOf("=");
  if (at < 1) throw new UsageError(`\`${argument}\` is no argument: write key=value`);
  const key = argument.slice(0, at);
  const properties = (inputSchema["properties"] ?? {}) as JsonObject;
  const schema = Object.hasOwn(properties, key) ? (properties[key] as JsonSchema) : {};
  return [key, parseValue(argument.slice(at + 1), schema, inputSchema)];
}

/** Reads an argument `key=value` by the input schema: text stays text, anything else is JSON if possible. */
export function parseValue(argument: string, schema: JsonSchema, inputSchema: JsonSchema = schema): Json {
  const { type, enum: choices, items } = resolveReference(schema, inputSchema);
  if (type === "string" || isTextEnum(choices)) return argument;
  const value = tryJson(argument) ?? argument;
  if (type !== "array" || Array.isArray(value)) return value;
  return [parseValue(argument, (items ?? {}) as JsonSchema, inputSchema)];
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
