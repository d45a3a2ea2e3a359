import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";
import { itemSchemas, propertySchemas, reachable } from "./candidates.ts";

/**
 * Makes copies in which every `date-time` is in UTC without trailing zeros. Two inputs that differ
 * only in this are the same call.
 */
export function sameInstants(schema: JsonSchema): (input: JsonObject) => JsonObject {
  let isNeeded: boolean | undefined;
  return (input) => {
    isNeeded ??= mentionsDateTime(schema);
    return isNeeded ? (copyInUtc(input, reachable([schema], schema), schema) as JsonObject) : input;
  };
}

function mentionsDateTime(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(mentionsDateTime);
  if (!isObject(schema)) return false;
  return schema["format"] === "date-time" || Object.values(schema).some(mentionsDateTime);
}

/** `candidates` are all schemas that may describe the value; one with this format is enough. */
function copyInUtc(inputValue: Json, candidates: readonly JsonObject[], inputSchema: JsonSchema): Json {
  if (typeof inputValue === "string")
    return candidates.some((schema) => schema["format"] === "date-time")
      ? instantInUtc(inputValue)
      : inputValue;
  if (Array.isArray(inputValue)) {
    const items = reachable(candidates.flatMap(itemSchemas), inputSchema);
    return inputValue.map((item: Json) => copyInUtc(item, items, inputSchema));
  }
  if (!isObject(inputValue)) return inputValue;
  return Object.fromEntries(
    Object.entries(inputValue).map(([key, item]) => [
      key,
      copyInUtc(item, reachable(propertySchemas(candidates, key), inputSchema), inputSchema),
    ]),
  );
}

/** RFC 3339. */
const dateTimePattern = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

function instantInUtc(text: string): string {
  const [, date, time, fraction = "", zone = ""] = dateTimePattern.exec(text) ?? [];
  const seconds = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  if (Number.isNaN(seconds)) return text;
  const rest = fraction.replace(/0+$/, "");
  return `${new Date(seconds).toISOString().slice(0, 19)}${rest && `.${rest}`}Z`;
}
