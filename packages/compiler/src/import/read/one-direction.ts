import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { dataKeywords, namedSchemaKeywords } from "../../schemas/keywords.ts";
import { partAt } from "./self-contained.ts";

const partKeywords = ["allOf", "anyOf", "oneOf"] as const;

/** The properties that OpenAPI's flag keeps out of requests, or out of responses. */
export type DirectionFlag = "readOnly" | "writeOnly";

/**
 * A schema of requests or of responses. OpenAPI: a `readOnly` property that is `required` is
 * required in responses only, and a `writeOnly` one in requests only.
 */
export function inOneDirection(root: JsonObject, flag: DirectionFlag): JsonObject {
  const changed = (value: Json, flagged: ReadonlySet<string>): Json => {
    if (Array.isArray(value)) return value.map((each: Json) => changed(each, flagged));
    if (!isObject(value)) return value;
    const names = new Set([...flagged, ...flaggedNames(root, value, flag)]);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]): readonly (readonly [string, Json])[] => {
        if (dataKeywords.has(key)) return [[key, each]];
        if (key === "required" && Array.isArray(each)) {
          const kept = each.filter((name: Json) => !names.has(String(name)));
          return kept.length > 0 ? [[key, kept]] : [];
        }
        if (namedSchemaKeywords.has(key) && isObject(each)) {
          const inner = Object.entries(each).map(([name, schema]) => [name, changed(schema, new Set())]);
          return [[key, Object.fromEntries(inner) as JsonObject]];
        }
        const isPart = (partKeywords as readonly string[]).includes(key);
        return [[key, changed(each, isPart ? names : new Set())]];
      }),
    );
  };
  return changed(root, new Set()) as JsonObject;
}

/** The flagged properties of a schema and of the schemas that apply to the same value. */
function flaggedNames(
  root: JsonObject,
  schema: JsonObject,
  flag: DirectionFlag,
  seen: ReadonlySet<JsonObject> = new Set(),
): readonly string[] {
  if (seen.has(schema)) return [];
  const inside = new Set([...seen, schema]);
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const own = Object.entries(properties).flatMap(([name, each]) => {
    const target = partAt(root, each);
    const isFlagged = (isObject(each) && each[flag] === true) || (isObject(target) && target[flag] === true);
    return isFlagged ? [name] : [];
  });
  const parts = partKeywords.flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as Json[]) : []));
  const targets = [
    schema["$ref"] === undefined ? undefined : partAt(root, schema),
    ...parts.map((each) => partAt(root, each)),
  ];
  return [
    ...own,
    ...targets.flatMap((each) => (isObject(each) ? flaggedNames(root, each, flag, inside) : [])),
  ];
}
