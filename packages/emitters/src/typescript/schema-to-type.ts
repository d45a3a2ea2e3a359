import { isObject, type Json, type JsonObject, listOf } from "@proviso/manifest";
import { docComment } from "./doc-comment.ts";
import { propertyKey, stringLiteral } from "../text/literal-text.ts";
import { schemaDoc } from "./schema-doc.ts";

/** The names that a module uses for types. */
export interface TypeNames {
  /** The TypeScript name of a type under `$defs`. */
  reference(key: string): string;
  /** A type that the runtime exports. */
  runtime(name: "ContentResult" | "Json" | "JsonObject"): string;
}

export interface TypeProperty {
  /** The property's name as code: quoted if it is no identifier. */
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** Lines of a doc comment; empty if there is nothing to say. */
  readonly doc: readonly string[];
}

const unknownType = Symbol("any JSON value");
type TypePart = string | typeof unknownType;

/** The TypeScript type of the values that a JSON Schema accepts, as precise as types can be. */
export function typeText(schema: Json, names: TypeNames): string {
  const part = typePartOf(schema, names);
  return part === unknownType ? names.runtime("Json") : part;
}

/** The members of an object schema that an interface can express; undefined for others. */
export function interfaceMembers(schema: Json, names: TypeNames): TypeProperty[] | undefined {
  const needsMore = ["$ref", "const", "enum", "anyOf", "oneOf", "allOf", "patternProperties"];
  if (!isObject(schema) || schema["type"] !== "object" || needsMore.some((key) => key in schema))
    return undefined;
  if (isOpenObject(schema["additionalProperties"])) return undefined;
  const members = propertiesOf(schema, names);
  return members.length > 0 ? members : undefined;
}

function typePartOf(schema: Json, names: TypeNames): TypePart {
  if (schema === false) return "never";
  if (!isObject(schema)) return unknownType;
  const { $ref, enum: values, anyOf, oneOf, allOf } = schema;
  if ("const" in schema) return literalType(schema["const"] ?? null);
  if (Array.isArray(values)) return unionOfTypes(values.map((each: Json) => literalType(each)));
  return intersectionOfTypes([
    typeof $ref === "string" ? names.reference(propertyKeyOf($ref)) : unknownType,
    typeStructureOf(schema, names),
    ...listOf(allOf).map((each) => typePartOf(each, names)),
    ...[anyOf, oneOf].map((each) =>
      Array.isArray(each) ? unionOfTypes(each.map((branch: Json) => typePartOf(branch, names))) : unknownType,
    ),
  ]);
}

/** The type by the keyword `type`, or without it by the keywords for objects and arrays. */
function typeStructureOf(schema: JsonObject, names: TypeNames): TypePart {
  const { type } = schema;
  if (Array.isArray(type))
    return unionOfTypes(type.map((each: Json) => typeStructureOf({ ...schema, type: each }, names)));
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "integer" || type === "number") return "number";
  if (type === "array" || ("items" in schema && type === undefined)) return arrayType(schema, names);
  const describesObject = "properties" in schema || "required" in schema || "additionalProperties" in schema;
  return type === "object" || describesObject ? objectType(schema, names) : unknownType;
}

function arrayType(schema: JsonObject, names: TypeNames): string {
  const { prefixItems, items } = schema;
  const rest = items === undefined ? names.runtime("Json") : typeText(items, names);
  if (!Array.isArray(prefixItems)) return `(readonly (${rest})[])`;
  const least = Number(schema["minItems"] ?? 0);
  const tupleTypes = prefixItems.map(
    (each: Json, index) => `(${typeText(each, names)})${index < least ? "" : "?"}`,
  );
  return `(readonly [${[...tupleTypes, ...(items === false ? [] : [`...(${rest})[]`])].join(", ")}])`;
}

function objectType(schema: JsonObject, names: TypeNames): string {
  const { additionalProperties, patternProperties } = schema;
  const members = propertiesOf(schema, names).map(memberText);
  const values = [
    ...(isObject(patternProperties) ? Object.values(patternProperties) : []),
    ...(additionalProperties !== undefined && additionalProperties !== false ? [additionalProperties] : []),
  ];
  if (members.length === 0 && values.length > 0) return recordType(values, names);
  if (members.length === 0)
    return additionalProperties === false ? "Readonly<Record<string, never>>" : names.runtime("JsonObject");
  // An index signature applies to the declared members too, whose types may differ.
  const indexSignature = values.length > 0 ? ["readonly [name: string]: unknown;"] : [];
  return `{\n${[...members, ...indexSignature].join("\n")}\n}`;
}

function recordType(values: readonly Json[], names: TypeNames): string {
  const part = unionOfTypes(values.map((each) => typePartOf(each, names)));
  if (part === unknownType) return names.runtime("JsonObject");
  // A type that holds itself may be in an index signature, but not be a type argument.
  return values.some(refersToTypes)
    ? `{ readonly [name: string]: ${part} }`
    : `Readonly<Record<string, ${part}>>`;
}

function refersToTypes(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(refersToTypes);
  return isObject(schema) && ("$ref" in schema || Object.values(schema).some(refersToTypes));
}

function propertiesOf(schema: JsonObject, names: TypeNames): TypeProperty[] {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = listOf(schema["required"]).filter((each) => typeof each === "string");
  const undeclared = required.filter((name) => !Object.hasOwn(properties, name));
  return [
    ...Object.entries(properties).map(([name, each]) => ({
      name: propertyKey(name),
      type: typeText(each, names),
      optional: !required.includes(name),
      doc: schemaDoc(each),
    })),
    ...undeclared.map((name) => ({
      name: propertyKey(name),
      type: names.runtime("Json"),
      optional: false,
      doc: [],
    })),
  ];
}

function memberText({ name, type, optional, doc }: TypeProperty): string {
  const docComments = doc.length > 0 ? `${docComment(...doc)}\n` : "";
  return `${docComments}readonly ${name}${optional ? "?" : ""}: ${type};`;
}

function literalType(literal: Json): string {
  if (typeof literal === "string") return stringLiteral(literal);
  if (Array.isArray(literal))
    return `(readonly [${literal.map((each: Json) => literalType(each)).join(", ")}])`;
  if (!isObject(literal)) return JSON.stringify(literal);
  const members = Object.entries(literal).map(
    ([key, each]) => `readonly ${propertyKey(key)}: ${literalType(each)}`,
  );
  return `{ ${members.join("; ")} }`;
}

/** The formatter removes brackets that are not needed. */
function unionOfTypes(parts: readonly TypePart[]): TypePart {
  const texts = parts.filter((part) => part !== unknownType);
  if (texts.length < parts.length) return unknownType;
  const distinctTypes = [...new Set(texts)];
  return distinctTypes.length === 0 ? "never" : `(${distinctTypes.join(" | ")})`;
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

function isOpenObject(additionalProperties: Json | undefined): boolean {
  return additionalProperties !== undefined && additionalProperties !== false;
}
