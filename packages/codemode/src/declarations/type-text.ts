import { isObject, type Json, type JsonObject, resolvePointer } from "@proviso/manifest";

/** Deeper parts of a schema are `unknown`. */
const maxDepth = 8;
const maxLength = 8000;

/** The TypeScript type of a JSON Schema, on one line. What it does not say in types is left to the server's check. */
export function typeText(schema: JsonObject): string {
  const text = typeOf(schema, schema, 0);
  return text.length <= maxLength ? text : "unknown";
}

function typeOf(schema: Json | undefined, root: JsonObject, depth: number): string {
  if (!isObject(schema) || depth > maxDepth) return "unknown";
  const { $ref, anyOf, const: constant, enum: values, oneOf, type } = schema;
  if (typeof $ref === "string") return typeOf(resolvePointer($ref, root), root, depth + 1);
  if (Array.isArray(values)) return union(values.map((each: Json) => JSON.stringify(each)));
  if (constant !== undefined) return JSON.stringify(constant);
  const choices = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(choices)) return union(choices.map((each: Json) => typeOf(each, root, depth + 1)));
  const types: readonly Json[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (types.length === 0) return isObject(schema["properties"]) ? objectText(schema, root, depth) : "unknown";
  return union(types.map((each) => plainText(each, schema, root, depth)));
}

function plainText(type: Json, schema: JsonObject, root: JsonObject, depth: number): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "array") return `Array<${typeOf(schema["items"], root, depth + 1)}>`;
  if (type === "object") return objectText(schema, root, depth);
  return type === "string" || type === "boolean" || type === "null" ? type : "unknown";
}

function objectText(schema: JsonObject, root: JsonObject, depth: number): string {
  const { additionalProperties, properties, required } = schema;
  if (!isObject(properties) || Object.keys(properties).length === 0)
    return additionalProperties === false ? "{}" : "Record<string, unknown>";
  const needed: readonly Json[] = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(([name, each]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${key}${needed.includes(name) ? "" : "?"}: ${typeOf(each, root, depth + 1)}`;
  });
  return `{ ${members.join("; ")} }`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}
