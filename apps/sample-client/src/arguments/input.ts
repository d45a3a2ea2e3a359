import type { Json, JsonObject, JsonSchema } from "@proviso/client";
import { resolveReference } from "./resolve-reference.ts";
import { parseJson, UsageError } from "@proviso/terminal";

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
  const argumentValue = parseJson(json);
  if (typeof argumentValue !== "object" || argumentValue === null || Array.isArray(argumentValue))
    throw new UsageError('--input must be a JSON object, such as \'{"customerId":"cus_0001"}\'');
  return argumentValue as JsonObject;
}

/** A repeated key is a list in parts, or an error; nothing that was typed is dropped. */
function joinRepeated(entries: readonly (readonly [string, Json])[]): JsonObject {
  const joinedArguments = new Map<string, Json>();
  for (const [argumentName, argumentValue] of entries) {
    const before = joinedArguments.get(argumentName);
    if (before !== undefined && !(Array.isArray(before) && Array.isArray(argumentValue)))
      throw new UsageError(`\`${argumentName}\` is given twice, and it is no list`);
    joinedArguments.set(
      argumentName,
      Array.isArray(before) && Array.isArray(argumentValue) ? [...before, ...argumentValue] : argumentValue,
    );
  }
  return Object.fromEntries(joinedArguments);
}

function readWord(argument: string, inputSchema: JsonSchema): readonly [string, Json] {
  const at = argument.indexOf("=");
  if (at < 1) throw new UsageError(`\`${argument}\` is no argument: write key=value`);
  const argumentName = argument.slice(0, at);
  const properties = (inputSchema["properties"] ?? {}) as JsonObject;
  const schema = Object.hasOwn(properties, argumentName) ? (properties[argumentName] as JsonSchema) : {};
  return [argumentName, parseValue(argument.slice(at + 1), schema, inputSchema)];
}

/** Reads an argument `key=value` by the input schema: text stays text, anything else is JSON if possible. */
export function parseValue(argument: string, schema: JsonSchema, inputSchema: JsonSchema = schema): Json {
  const { type, enum: allowedValues, items } = resolveReference(schema, inputSchema);
  if (type === "string" || isTextEnum(allowedValues)) return argument;
  const argumentValue = parseJson(argument) ?? argument;
  if (type !== "array" || Array.isArray(argumentValue)) return argumentValue;
  return [parseValue(argument, (items ?? {}) as JsonSchema, inputSchema)];
}

function isTextEnum(allowedValues: Json | undefined): boolean {
  return Array.isArray(allowedValues) && allowedValues.every((choice) => typeof choice === "string");
}
