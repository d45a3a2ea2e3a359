import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";

/** A schema inside a schema. */
export interface InnerSchema {
  readonly schema: JsonSchema;
  /** The names of the properties from the root to it. */
  readonly path: readonly string[];
  /** True if it is the schema of the last property in `path`, and not a part of that schema. */
  readonly isProperty: boolean;
}

/** Keywords whose values are not schemas, and `$defs`, which is visited through its references. */
const skippedKeywords: ReadonlySet<string> = new Set([
  "const",
  "enum",
  "default",
  "examples",
  "required",
  "$defs",
]);

/** Every schema inside a self-contained one; a named type once, at the first path to it. */
export function innerSchemas(root: JsonSchema): readonly InnerSchema[] {
  const found: InnerSchema[] = [];
  const types = new Map(Object.entries((root["$defs"] ?? {}) as JsonObject));
  const visit = (schema: Json | undefined, path: readonly string[], isProperty: boolean): void => {
    if (Array.isArray(schema)) return schema.forEach((each: Json) => visit(each, path, false));
    if (typeof schema !== "object" || schema === null) return;
    found.push({ schema: schema as JsonSchema, path, isProperty });
    for (const [key, value] of Object.entries(schema)) {
      if (key === "properties" || key === "patternProperties")
        for (const [name, inner] of Object.entries(value as JsonObject)) visit(inner, [...path, name], true);
      else if (key === "$ref") visit(takeType(types, value), path, false);
      else if (!skippedKeywords.has(key)) visit(value, path, false);
    }
  };
  visit(root, [], false);
  return found;
}

function takeType(types: Map<string, Json>, reference: Json): Json | undefined {
  const name = String(reference).slice("#/$defs/".length);
  const type = types.get(name);
  types.delete(name);
  return type;
}
