import { isObject, type Json, type JsonObject, type JsonSchema, typeNameIn } from "@proviso/manifest";

/** The schema with one more keyword in each recursive type. */
export function markSelfReferring(schema: JsonSchema, mark: JsonObject): JsonSchema {
  const definitions = schema["$defs"];
  if (!isObject(definitions)) return schema;
  const typeUses = new Map(
    Object.entries(definitions).map(([name, type]) => [name, new Set(referencesIn(type))]),
  );
  const marked = Object.entries(definitions).map(([name, type]): [string, Json] => [
    name,
    isObject(type) && leadsToType(name, typeUses) ? { ...type, ...mark } : type,
  ]);
  return { ...schema, $defs: Object.fromEntries(marked) };
}

/** Whether a type contains itself, directly or through other types. */
function leadsToType(name: string, typeUses: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const reached = new Set(typeUses.get(name));
  for (const next of reached) for (const further of typeUses.get(next) ?? []) reached.add(further);
  return reached.has(name);
}

/** The names of types that a schema refers to. Text that looks like a reference is harmless. */
function referencesIn(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (!isObject(schema)) return [];
  const { $ref } = schema;
  const own = typeof $ref === "string" ? [typeNameIn($ref)] : [];
  return [...own, ...Object.values(schema).flatMap(referencesIn)];
}
