import type { Json, JsonObject } from "@proviso/manifest";
import { docComment } from "./doc-comment.ts";
import { propertyName, stringLiteral } from "../text/literal-text.ts";
import { schemaDoc } from "./schema-doc.ts";

/** The names that a module uses for types. */
export interface TypeNames {
  /** The type of a name under `$defs`. */
  reference(key: string): string;
  /** A type that the runtime exports. */
  runtime(name: "ContentResult" | "Json" | "JsonObject"): string;
}

export interface TypeProperty {
  /** As code: quoted if it is no identifier. */
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** Lines of a doc comment; empty if there is nothing to say. */
  readonly doc: readonly string[];
}

const anything = Symbol("any JSON value");
type Part = string | typeof anything;

/** The TypeScript type of the values that a JSON Schema accepts, as precise as types can be. */
export function typeText(schema: Json, scope: TypeNames): string {
  const part = partOf(schema, scope);
  return part === anything ? scope.runtime("Json") : part;
}

/** The members of an object schema that an interface can express; undefined for any other schema. */
export function interfaceMembers(schema: Json, scope: TypeNames): TypeProperty[] | undefined {
  const needsMore = ["$ref", "const", "enum", "anyOf", "oneOf", "allOf", "patternProperties"];
  if (!isRecord(schema) || schema["type"] !== "object" || needsMore.some((key) => key in schema))
    return undefined;
  if (isOpen(schema["additionalProperties"])) return undefined;
  const members = propertiesOf(schema, scope);
  return members.length > 0 ? members : undefined;
}

function partOf(schema: Json, scope: TypeNames): Part {
  if (schema === false) return "never";
  if (!isRecord(schema)) return anything;
  const { $ref, enum: values, anyOf, oneOf, allOf } = schema;
  if ("const" in schema) return literalType(schema["const"] ?? null);
  if (Array.isArray(values)) return union(values.map((each: Json) => literalType(each)));
  return intersection([
    typeof $ref === "string" ? scope.reference(keyOf($ref)) : anything,
    structureOf(schema, scope),
    ...listOf(allOf).map((each) => partOf(each, scope)),
    ...[anyOf, oneOf].map((each) =>
      Array.isArray(each) ? union(each.map((branch: Json) => partOf(branch, scope))) : anything,
    ),
  ]);
}

/** The type by the keyword `type`, or without it by the keywords for objects and arrays. */
function structureOf(schema: JsonObject, scope: TypeNames): Part {
  const { type } = schema;
  if (Array.isArray(type))
    return union(type.map((each: Json) => structureOf({ ...schema, type: each }, scope)));
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "integer" || type === "number") return "number";
  if (type === "array" || ("items" in schema && type === undefined)) return arrayType(schema, scope);
  const describesObject = "properties" in schema || "required" in schema || "additionalProperties" in schema;
  return type === "object" || describesObject ? objectType(schema, scope) : anything;
}

function arrayType(schema: JsonObject, scope: TypeNames): string {
  const { prefixItems, items } = schema;
  const rest = items === undefined ? scope.runtime("Json") : typeText(items, scope);
  if (!Array.isArray(prefixItems)) return `(readonly (${rest})[])`;
  const least = Number(schema["minItems"] ?? 0);
  const fixed = prefixItems.map(
    (each: Json, index) => `(${typeText(each, scope)})${index < least ? "" : "?"}`,
  );
  return `(readonly [${[...fixed, ...(items === false ? [] : [`...(${rest})[]`])].join(", ")}])`;
}

function objectType(schema: JsonObject, scope: TypeNames): string {
  const { additionalProperties: additional, patternProperties } = schema;
  const members = propertiesOf(schema, scope).map(memberText);
  const values = [
    ...(isRecord(patternProperties) ? Object.values(patternProperties) : []),
    ...(additional !== undefined && additional !== false ? [additional] : []),
  ];
  if (members.length === 0 && values.length > 0) return recordType(values, scope);
  if (members.length === 0)
    return additional === false ? "Readonly<Record<string, never>>" : scope.runtime("JsonObject");
  // An index signature applies to the declared members too, whose types may differ.
  const others = values.length > 0 ? ["readonly [name: string]: unknown;"] : [];
  return `{\n${[...members, ...others].join("\n")}\n}`;
}

function recordType(values: readonly Json[], scope: TypeNames): string {
  const part = union(values.map((each) => partOf(each, scope)));
  if (part === anything) return scope.runtime("JsonObject");
  // A type that holds itself may be in an index signature, and not in the arguments of another type.
  return values.some(refers) ? `{ readonly [name: string]: ${part} }` : `Readonly<Record<string, ${part}>>`;
}

function refers(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(refers);
  return isRecord(schema) && ("$ref" in schema || Object.values(schema).some(refers));
}

function propertiesOf(schema: JsonObject, scope: TypeNames): TypeProperty[] {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = listOf(schema["required"]).filter((each) => typeof each === "string");
  const undeclared = required.filter((name) => !Object.hasOwn(properties, name));
  return [
    ...Object.entries(properties).map(([name, each]) => ({
      name: propertyName(name),
      type: typeText(each, scope),
      optional: !required.includes(name),
      doc: schemaDoc(each),
    })),
    ...undeclared.map((name) => ({
      name: propertyName(name),
      type: scope.runtime("Json"),
      optional: false,
      doc: [],
    })),
  ];
}

function memberText({ name, type, optional, doc }: TypeProperty): string {
  const comment = doc.length > 0 ? `${docComment(...doc)}\n` : "";
  return `${comment}readonly ${name}${optional ? "?" : ""}: ${type};`;
}

function literalType(value: Json): string {
  if (typeof value === "string") return stringLiteral(value);
  if (Array.isArray(value)) return `(readonly [${value.map((each: Json) => literalType(each)).join(", ")}])`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, each]) => `readonly ${propertyName(key)}: ${literalType(each)}`,
  );
  return `{ ${members.join("; ")} }`;
}

/** The formatter removes brackets that are not needed. */
function union(parts: readonly Part[]): Part {
  const texts = parts.filter((part) => part !== anything);
  if (texts.length < parts.length) return anything;
  const distinct = [...new Set(texts)];
  return distinct.length === 0 ? "never" : `(${distinct.join(" | ")})`;
}

function intersection(parts: readonly Part[]): Part {
  const texts = parts.filter((part) => part !== anything);
  return texts.length === 0
    ? anything
    : texts.length === 1
      ? (texts[0] ?? anything)
      : `(${texts.join(" & ")})`;
}

/** `#/$defs/files.fileId` names `files.fileId` (RFC 6901). */
function keyOf(ref: string): string {
  return decodeURIComponent(ref.slice(ref.lastIndexOf("/") + 1))
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

function isOpen(additional: Json | undefined): boolean {
  return additional !== undefined && additional !== false;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
