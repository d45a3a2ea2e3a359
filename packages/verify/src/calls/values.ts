import { canonicalJson, isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";
import { generateSync } from "json-schema-faker";
import { checkOf } from "./schemas.ts";

const longest = 5000;

/** Valid values for a schema, simplest first: what it states, its bounds, and some that are made for it. */
export function valuesFor(schema: JsonSchema, seed: number): readonly Json[] {
  const check = checkOf(schema);
  if (!check) return [];
  const stated = ["default", "const"].map((keyword) => schema[keyword]);
  const listed = [schema["enum"], schema["examples"]].filter((list) => Array.isArray(list)).flat() as Json[];
  const random = Array.from({ length: 5 }, (_, index) => made(schema, seed + index));
  const all = [...stated, ...listed, ...boundsOf(schema), ...random];
  const valid = all.filter((value): value is Json => value !== undefined && check(value) === true);
  const distinct = new Map(valid.map((value) => [canonicalJson(value), value]));
  return [...distinct].filter(([text]) => text.length <= longest).map(([, value]) => value);
}

/** Values at the edges of what the keywords allow; those that do not fit are left out by the caller. */
function boundsOf(schema: JsonSchema): readonly Json[] {
  const edges = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].flatMap((keyword) => {
    const bound = schema[keyword];
    return typeof bound === "number" ? [bound, bound + 1, bound - 1] : [];
  });
  const lengths = ["minLength", "maxLength"].flatMap((keyword) => {
    const length = schema[keyword];
    return typeof length === "number" && length <= longest ? ["a".repeat(length)] : [];
  });
  return ["a", ...lengths, 1, ...edges, 0, true, false, [], {}, "", "Zoë O'Brien \u{1F600}", 1.5, -1, null];
}

/** One value that the library makes, the same for the same seed; undefined if it cannot. */
export function made(schema: JsonSchema, seed: number): Json | undefined {
  try {
    return generateSync(schema, { seed, maxDefaultItems: 2, refDepth: 2 }) as Json;
  } catch {
    return undefined;
  }
}

/** The schemas of an object's properties, each with the definitions that it may refer to. */
export function propertySchemas(schema: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const { properties, $defs, definitions } = schema;
  if (!isObject(properties)) return new Map();
  const shared = { ...($defs !== undefined && { $defs }), ...(definitions !== undefined && { definitions }) };
  return new Map(
    Object.entries(properties).map(([name, each]) => [name, { ...(isObject(each) && each), ...shared }]),
  );
}

/** The content that says yes to a question of a server: every box ticked, and the phrase that it asks for typed. */
export function yesTo({ requestedSchema: schema }: JsonObject): JsonObject {
  const fields = [...propertySchemas(isObject(schema) ? schema : {})].map(([name, field]) => {
    const [, phrase] = /^Type: (.+)$/.exec(String(field["description"])) ?? [];
    return [name, phrase ?? (field["type"] === "boolean" || (made(field, 1) ?? null))] as const;
  });
  return Object.fromEntries(fields);
}
