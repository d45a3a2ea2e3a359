import { isObject, type Json, type JsonSchema, listOf } from "@proviso/manifest";
import { groupTypes } from "../schemas/group-types.ts";
import type { NamedType } from "./project-names.ts";

/** Keywords whose schemas apply to the value itself, not to a part of it. */
const inPlaceTypes = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"] as const;

/** The types that apply to a value of this schema as a whole, not to its parts. */
export function typesInPlace(schema: Json | undefined): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((each: Json) => typesInPlace(each));
  if (!isObject(schema)) return [];
  const { $ref, dependentSchemas } = schema;
  return [
    ...(typeof $ref === "string" ? [typeName($ref)] : []),
    ...inPlaceTypes.flatMap((keyword) => typesInPlace(schema[keyword])),
    ...(isObject(dependentSchemas) ? Object.values(dependentSchemas).flatMap(typesInPlace) : []),
  ];
}

/** The types with a finite value. Values of other types would contain one of such a type. */
export function endingTypes(types: ReadonlyMap<string, NamedType>): ReadonlySet<string> {
  const finiteTypes = new Set<string>();
  for (const group of groupTypes(types)) {
    let before = -1;
    while (finiteTypes.size > before) {
      before = finiteTypes.size;
      for (const name of group)
        if (endsSomewhere(types.get(name)?.schema, types, finiteTypes)) finiteTypes.add(name);
    }
  }
  return finiteTypes;
}

/** Whether a schema has a finite value, by `required`, `minItems` and combining keywords. */
function endsSomewhere(
  schema: Json | undefined,
  types: ReadonlyMap<string, NamedType>,
  finiteTypes: ReadonlySet<string>,
): boolean {
  if (!isObject(schema)) return true;
  const inner = (each: Json | undefined): boolean => endsSomewhere(each, types, finiteTypes);
  const { $ref, allOf, type, properties, required, items, prefixItems, minItems } = schema as JsonSchema;
  const name = typeof $ref === "string" ? typeName($ref) : undefined;
  if (name !== undefined && types.has(name) && !finiteTypes.has(name)) return false;
  if (!listOf(allOf).every(inner)) return false;
  for (const choice of [schema["anyOf"], schema["oneOf"]])
    if (Array.isArray(choice) && !choice.some(inner)) return false;
  if (type === "array") {
    const least = Number(minItems ?? 0);
    const first = listOf(prefixItems);
    return first.slice(0, least).every(inner) && (least <= first.length || inner(items));
  }
  const needed = type === "object" && isObject(properties) ? listOf(required) : [];
  return needed.every((each) => !isObject(properties) || inner(properties[String(each)]));
}

export function typeName(reference: string): string {
  return reference.slice("#/$defs/".length);
}
