import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";

/** A schema inside a schema. */
export interface InnerSchema {
  readonly schema: JsonSchema;
  /** The names of properties on the way to it from the root. */
  readonly path: readonly string[];
  /** True if it is itself the schema of the last property of its path. */
  readonly isProperty: boolean;
}

/** Keywords whose values are no schemas, and the types, which are found where they are used. */
const skipped: ReadonlySet<string> = new Set(["const", "enum", "default", "examples", "required", "$defs"]);

/** Several rules ask about the same schemas. */
const known = new WeakMap<JsonSchema, readonly InnerSchema[]>();

/** Every schema inside of one that is self-contained, each named type once: the way to it that comes first. */
export function innerSchemas(root: JsonSchema): readonly InnerSchema[] {
  const found = known.get(root) ?? findInner(root);
  known.set(root, found);
  return found;
}

function findInner(root: JsonSchema): readonly InnerSchema[] {
  const found: InnerSchema[] = [];
  const types = new Map(Object.entries((root["$defs"] ?? {}) as JsonObject));
  const visit = (schema: Json | undefined, path: readonly string[], isProperty: boolean): void => {
    if (Array.isArray(schema)) return schema.forEach((each: Json) => visit(each, path, false));
    if (typeof schema !== "object" || schema === null) return;
    found.push({ schema: schema as JsonSchema, path, isProperty });
    for (const [key, value] of Object.entries(schema)) {
      if (key === "properties" || key === "patternProperties")
        for (const [name, inner] of Object.entries(value as JsonObject)) visit(inner, [...path, name], true);
      else if (key === "$ref") visit(take(types, value), path, false);
      else if (!skipped.has(key)) visit(value, path, false);
    }
  };
  visit(root, [], false);
  return found;
}

function take(types: Map<string, Json>, reference: Json): Json | undefined {
  const name = String(reference).slice("#/$defs/".length);
  const type = types.get(name);
  types.delete(name);
  return type;
}
