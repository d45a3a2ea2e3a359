import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { isJsonObject } from "../canonical/canonical-copy.ts";

const sizes: ReadonlySet<string> = new Set(["maxLength", "maxItems", "maxProperties"]);
/** Keywords that do not constrain the value, or that must stay where references find them. */
const staying: ReadonlySet<string> = new Set(["$defs", "$id", "$schema", "$anchor", "$dynamicAnchor"]);
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const data: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/**
 * An equivalent schema whose other keywords are checked only if the size is within the limit. So a check with `allErrors` does
 * not run a costly pattern over a text that is too long.
 */
export function sizesFirst(schema: JsonSchema): JsonSchema {
  const inner: JsonObject = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, data.has(key) ? value : within(key, value)]),
  );
  const limits = pick(inner, (key) => sizes.has(key));
  if (Object.keys(limits).length === 0) return inner;
  const rest = pick(inner, (key) => !sizes.has(key) && !staying.has(key));
  // oxlint-disable-next-line no-thenable -- a keyword of JSON Schema, and nobody awaits a schema
  return { ...pick(inner, (key) => staying.has(key)), ...limits, if: limits, then: rest };
}

function within(key: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => (isJsonObject(item) ? sizesFirst(item) : item));
  if (!isJsonObject(value)) return value;
  if (!maps.has(key)) return sizesFirst(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isJsonObject(item) ? sizesFirst(item) : item]),
  );
}

function pick(schema: JsonObject, isWanted: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => isWanted(key)));
}
