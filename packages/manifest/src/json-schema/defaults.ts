import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";
import { isObject, listOf } from "../contract/is-object.ts";
import { resolvePointer } from "./resolve-pointer.ts";

/** Maximum characters of JSON that defaults may add to one input. Each item may add the same. */
const maxAdded = 1024 * 1024;

interface DefaultFilling {
  readonly root: JsonSchema;
  left: number;
}

/**
 * The value with the `default` of each missing property, through `$ref`, `allOf`, `items` and
 * `additionalProperties`. Alternatives (`anyOf`, `oneOf`, `if`) set none, because they may not be
 * the one meant. Undefined if the defaults would add more than a mebibyte.
 */
export function withDefaults(schema: JsonSchema, value: JsonObject): JsonObject | undefined {
  if (!holdsDefault(schema)) return value;
  const filling = { root: schema, left: maxAdded };
  const filled = fillDefaults(schema, value, filling, new Set());
  return filling.left < 0 ? undefined : (filled as JsonObject);
}

const knownDefaults = new WeakMap<JsonSchema, boolean>();

/** Whether a schema holds a `default`, cached, because most hold none and every call asks. */
function holdsDefault(schema: JsonSchema): boolean {
  const holds = knownDefaults.get(schema) ?? mentionsDefault(schema);
  knownDefaults.set(schema, holds);
  return holds;
}

function mentionsDefault(schema: Json): boolean {
  if (!isObject(schema)) return Array.isArray(schema) && schema.some(mentionsDefault);
  return Object.hasOwn(schema, "default") || Object.values(schema).some(mentionsDefault);
}

/**
 * `entered` holds the schemas that were applied to this value or to the default that contains it,
 * because types may be recursive.
 */
function fillDefaults(
  schema: Json | undefined,
  value: Json,
  filling: DefaultFilling,
  entered: ReadonlySet<Json>,
): Json {
  if (!isObject(schema) || entered.has(schema) || filling.left < 0) return value;
  const enteredSchemas = new Set(entered).add(schema);
  const same = [definitionOf(schema["$ref"], filling.root), ...listOf(schema["allOf"])];
  const filled = same.reduce<Json>(
    (current, each) => fillDefaults(each, current, filling, enteredSchemas),
    value,
  );
  if (Array.isArray(filled)) return fillItemDefaults(schema, filled, filling);
  return isObject(filled) ? fillPropertyDefaults(schema, filled, filling, enteredSchemas) : filled;
}

function fillItemDefaults(schema: JsonObject, items: readonly Json[], filling: DefaultFilling): Json {
  const prefixSchemas = listOf(schema["prefixItems"]);
  const filled = items.map((item, at) =>
    fillDefaults(prefixSchemas[at] ?? schema["items"], item, filling, new Set()),
  );
  return filled.every((item, at) => item === items[at]) ? items : filled;
}

function fillPropertyDefaults(
  schema: JsonObject,
  value: JsonObject,
  filling: DefaultFilling,
  enteredSchemas: ReadonlySet<Json>,
): JsonObject {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const filled: Record<string, Json> = Object.create(null) as Record<string, Json>;
  let isChanged = false;
  for (const [key, item] of Object.entries(value)) {
    const propertySchema = Object.hasOwn(properties, key) ? properties[key] : schema["additionalProperties"];
    filled[key] = fillDefaults(propertySchema, item, filling, new Set());
    isChanged ||= filled[key] !== item;
  }
  for (const [key, propertySchema] of Object.entries(properties)) {
    const defaultValue = Object.hasOwn(value, key) ? undefined : defaultOf(propertySchema, filling.root);
    if (defaultValue === undefined) continue;
    filling.left -= JSON.stringify(defaultValue).length;
    filled[key] = fillDefaults(propertySchema, defaultValue, filling, enteredSchemas);
    isChanged = true;
  }
  return isChanged ? Object.fromEntries(Object.entries(filled)) : value;
}

/** The default of a property, or of the type that it refers to. */
function defaultOf(schema: Json, root: JsonSchema): Json | undefined {
  const seen = new Set<Json>();
  let current: Json | undefined = schema;
  while (isObject(current) && !seen.has(current)) {
    if (Object.hasOwn(current, "default")) return current["default"];
    seen.add(current);
    current = definitionOf(current["$ref"], root);
  }
  return undefined;
}

function definitionOf(reference: Json | undefined, root: JsonSchema): Json | undefined {
  const isType = typeof reference === "string" && reference.startsWith("#/$defs/");
  return isType ? resolvePointer(reference, root) : undefined;
}
