import type { JsonObject, JsonSchema } from "@proviso/manifest";

const bulkWords = new Set(["bulk", "batch", "mass", "all", "everyone"]);
const manyItems = 100;

/** True if one call can change many things: by its verb, or by an argument that is a long list. */
export function isBulk(verb: string, inputSchema: JsonSchema, hasEffects: boolean): boolean {
  if (!hasEffects) return false;
  const properties = Object.values((inputSchema["properties"] ?? {}) as JsonObject);
  return (
    verb.split("_").some((word) => bulkWords.has(word)) ||
    properties.some((each) => isLongList(each as JsonSchema))
  );
}

function isLongList(schema: JsonSchema): boolean {
  if (schema["type"] !== "array") return false;
  const maximum = schema["maxItems"];
  return typeof maximum !== "number" || maximum > manyItems;
}
