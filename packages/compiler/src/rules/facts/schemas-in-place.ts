import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";

/** Keywords whose schemas apply to the same value. */
const inPlace = ["allOf", "anyOf", "oneOf", "if", "then", "else", "not"] as const;

/** A schema and all schemas that apply to the same value. */
export function schemasInPlace(schema: Json | undefined, root: JsonSchema): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const visit = (each: Json | undefined): void => {
    if (Array.isArray(each)) return each.forEach((inner: Json) => visit(inner));
    if (!isObject(each) || found.has(each)) return;
    found.add(each);
    if (typeof each["$ref"] === "string") visit(definitionOf(each["$ref"], root));
    for (const keyword of inPlace) visit(each[keyword]);
  };
  visit(schema);
  return [...found];
}

function definitionOf(reference: string, { $defs }: JsonSchema): Json | undefined {
  const name = reference.slice("#/$defs/".length);
  return isObject($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined;
}
