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

const unknownType = Symbol("any JSON value");
type TypePart = string | typeof unknownType;

/** The TypeScript type of the values that a JSON Schema accepts, as precise as types can be. */
export function typeText(schema: Json, scope: TypeNames): string {
  const part = typePartOf(schema, scope);
  return part === unknownType ? scope.runtime("Json") : part;
}

/** The members of an object schema that an interface can express; undefined for any other schema. */
export function interfaceMembers(schema: Json, scope: TypeNames): TypeProperty[] | undefined {
  const needsMore = ["$ref", "const", "enum", "anyOf", "oneOf", "allOf", "patternProperties"];
  if (!isSchemaRecord(schema) || schema["type"] !== "object" || needsMore.some((key) => key in schema))
    return undefined;
  if (isOpenObject(schema["additionalProperties"])) return undefined;
  const members = propertiesOf(schema, scope);
  return members.length > 0 ? members : undefined;
}

function typePartOf(schema: Json, scope: TypeNames): TypePart {
  if (schema === false) return "never";
  if (!isSchemaRecord(schema)) return unknownType;
  const { $ref, enum: values, anyOf, oneOf, allOf } = schema;
  if ("const" in schema) return literalType(schema["const"] ?? null);
  if (Array.isArray(values)) return unionOfTypes(values.map((each: Json) => literalType(each)));
  return intersectionOfTypes([
    typeof $ref === "string" ? scope.reference(propertyKeyOf($ref)) : unknownType,
    typeStructureOf(schema, scope),
    ...schemaListOf(allOf).map((each) => typePartOf(each, scope)),
    ...[anyOf, oneOf].map((each) =>
      Array.isArray(each) ? unionOfTypes(each.map((branch: Json) => typePartOf(branch, scope))) : unknownType,
    ),
  ]);
}

/** The type by the keyword `type`, or without it by the keywords for objects and arrays. */
function typeStructureOf(schema: JsonObject, scope: TypeNames): TypePart {
  const { type } = schema;
  if (Array.isArray(type))
    return unionOfTypes(type.map((each: Json) => typeStructureOf({ ...schema, type: each }, scope)));
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "integer" || type === "number") return "number";
  if (type === "array" || ("items" in schema && type === undefined)) return arrayType(schema, scope);
  const describesObject = "properties" in schema || "required" in schema || "additionalProperties" in schema;
  return type === "object" || describesObject ? objectType(schema, scope) : unknownType;
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
    ...(isSchemaRecord(patternProperties) ? Object.values(patternProperties) : []),
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
  const part = unionOfTypes(values.map((each) => typePartOf(each, scope)));
  if (part === unknownType) return scope.runtime("JsonObject");
  // A type that holds itself may be in an index signature, and not in the arguments of another type.
  return values.some(refersToTypes)
    ? `{ readonly [name: string]: ${part} }`
    : `Readonly<Record<string, ${part}>>`;
}

function refersToTypes(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(refersToTypes);
  return isSchemaRecord(schema) && ("$ref" in schema || Object.values(schema).some(refersToTypes));
}

function propertiesOf(schema: JsonObject, scope: TypeNames): TypeProperty[] {
  const properties = isSchemaRecord(schema["properties"]) ? schema["properties"] : {};
  const required = schemaListOf(schema["required"]).filter((each) => typeof each === "string");
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
  if (!isSchemaRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, each]) => `readonly ${propertyName(key)}: ${literalType(each)}`,
  );
  return `{ ${members.join("; ")} }`;
}

/** The formatter removes brackets that are not needed. */
function unionOfTypes(parts: readonly TypePart[]): TypePart {
  const texts = parts.filter((part) => part !== unknownType);
  if (texts.length < parts.length) return unknownType;
  const distinct = [...new Set(texts)];
  return distinct.length === 0 ? "never" : `(${distinct.join(" | ")})`;
}

function intersectionOfTypes(parts: readonly TypePart[]): TypePart {
  const texts = parts.filter((part) => part !== unknownType);
  return texts.length === 0
    ? unknownType
    : texts.length === 1
      ? (texts[0] ?? unknownType)
      : `(${texts.join(" & ")})`;
}

/** `#/$defs/files.fileId` names `files.fileId` (RFC 6901). */
function propertyKeyOf(ref: string): string {
  return decodeURIComponent(ref.slice(ref.lastIndexOf("/") + 1))
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

function isOpenObject(additional: Json | undefined): boolean {
  return additional !== undefined && additional !== false;
}

function schemaListOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function isSchemaRecord(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
