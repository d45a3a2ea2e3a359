import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { recordOf } from "../syntax/record.ts";
import { decisiveKeywords, inPlaceKeywords, keywords, unsupportedKeywords } from "./keywords.ts";
import { foreignSchema, type SchemaNote } from "./foreign-schema.ts";
import type { ImportedTypes } from "./named-types.ts";
import { findReferences, lastStep, type References } from "./foreign-references.ts";
import { writeExpression } from "./write-expression.ts";

/** Schemas nested deeper than this become named types: contracts limit a type's depth. */
const deepestWritten = 16;

interface SchemaWriting {
  readonly references: References;
  readonly types: ImportedTypes;
  readonly note: SchemaNote;
  /** The name for a type that has none in the source. */
  readonly owner: string;
  readonly depth: number;
  /** As in the compiler: a part of an object, which is not closed. */
  readonly isPart: boolean;
  /** True if an enclosing `unevaluatedProperties` depends on what the parts evaluate. */
  readonly isCounted: boolean;
}

/**
 * Converts a foreign schema to contract form, with equivalent short forms. Where it accepts more
 * than the source, that is noted.
 */
export function writeSchema(
  schema: JsonObject,
  { types, owner, note }: Pick<SchemaWriting, "types" | "owner" | "note">,
): Json {
  const references = findReferences(schema);
  const writing = { references, types, note, owner, depth: 0, isPart: false, isCounted: false };
  if (references.root !== undefined) return typeNameOf(references.root, writing) ?? "any";
  return writePart(foreignSchema(schema, note), writing);
}

/** Converts the schema of a tool's input or output, which must be an object, stated or not. */
export function writeRoot(schema: JsonObject, names: Pick<SchemaWriting, "types" | "owner" | "note">): Json {
  const written = writeSchema(
    "type" in schema || "$ref" in schema ? schema : { type: "object", ...schema },
    names,
  );
  if (!isObject(written) || written["additionalProperties"] !== false) return written;
  const { properties, ...rest } = written;
  const isEmpty = isObject(properties) && Object.keys(properties).length === 0;
  return isEmpty && Object.keys(rest).length === 2 ? {} : written;
}

/** The named type for a reference. */
function typeNameOf(key: string, writing: SchemaWriting): string | undefined {
  const target = writing.references.targetOf(key);
  if (!target) return undefined;
  const wanted = lastStep(key) ?? writing.owner;
  const start = { ...writing, depth: 0, isPart: false, isCounted: false };
  return writing.types.name(wanted, target.identity, () =>
    writePart(foreignSchema(target.schema, writing.note), start),
  );
}

function writePart(schema: JsonObject, writing: SchemaWriting): Json {
  const inlined = withoutReference(schema, writing);
  if (inlined !== schema) return writePart(inlined, writing);
  if (writing.depth > deepestWritten && !writing.isPart && isComposed(schema)) {
    const start = { ...writing, depth: 0, isCounted: false };
    return writing.types.name(`${writing.owner}Part`, JSON.stringify(schema), () => writePart(schema, start));
  }
  return shortenSchema(openObject(uniteTypes(schema), writing), writing);
}

function isComposed(schema: JsonObject): boolean {
  return Object.values(schema).some((value) => typeof value === "object" && value !== null);
}

/** Inlines a definition that is used once and not recursive. */
function withoutReference(schema: JsonObject, writing: SchemaWriting): JsonObject {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== "string" || writing.types.declared.has($ref)) return schema;
  const key = writing.references.keyOf($ref);
  const target = key === undefined ? undefined : writing.references.targetOf(key);
  if (key === undefined || !target) {
    writing.note(`\`$ref: ${$ref}\` points outside the schema`);
    return beside;
  }
  const isApart = target.uses > 1 || target.isRecursive || writing.types.isShared(target.identity);
  const isOwn = !isApart && key !== writing.references.root;
  const inner = isOwn ? foreignSchema(target.schema, writing.note) : undefined;
  const isFree =
    inner && Object.keys(beside).every((each) => !keywords.has(each) || isRemark(each) || !(each in inner));
  if (inner && isFree) return { ...inner, ...beside };
  const name = typeNameOf(key, writing);
  return { ...beside, $ref: name ?? "any" };
}

const isRemark = (key: string): boolean => ["title", "description", "$comment", "deprecated"].includes(key);

/** Rewrites a choice between simple types as a list of types. */
function uniteTypes(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, ...rest } = schema;
  const members = Array.isArray(anyOf) && oneOf === undefined ? (anyOf as readonly Json[]) : [];
  const types = members.map((member) =>
    isObject(member) && Object.keys(member).length === 1 && typeof member["type"] === "string"
      ? member["type"]
      : "",
  );
  const isPlain = types.length > 1 && new Set(types).size === types.length && types.includes("null");
  if (!isPlain || types.includes("") || types.includes("object") || types.includes("array")) return schema;
  return "type" in rest ? schema : { type: types, ...rest };
}

/**
 * States `additionalProperties: true` on open objects: objects in contracts are closed by default,
 * those of JSON Schema are open.
 */
function openObject(schema: JsonObject, { isPart, isCounted }: SchemaWriting): JsonObject {
  const says = "additionalProperties" in schema || "unevaluatedProperties" in schema;
  const chooses = "oneOf" in schema || "anyOf" in schema;
  const counted = chooses && (isCounted || "unevaluatedProperties" in schema) && !("properties" in schema);
  // Beside `properties`, the members of a choice are parts of the object.
  const whole: JsonObject = counted ? { ...schema, properties: {} } : schema;
  const isObjectSchema = whole["type"] === "object" || "properties" in whole;
  return isPart || says || isCounted || !isObjectSchema ? whole : { ...whole, additionalProperties: true };
}

function shortenSchema(schema: JsonObject, writing: SchemaWriting): Json {
  const isCounted = writing.isCounted || "unevaluatedProperties" in schema;
  const inner = (value: Json, isPart: boolean): Json =>
    typeof value === "boolean"
      ? value
      : writePart(value as JsonObject, {
          ...writing,
          depth: writing.depth + 1,
          isPart,
          isCounted: isPart && isCounted,
        });
  const written = recordOf(
    Object.entries(schema).map(([key, value]) => {
      const kind = keywords.get(key);
      const isPart = isPartOf(key, schema);
      if (kind === "schema") return [key, inner(value, isPart)];
      if (kind === "schemas")
        return [key, (value as readonly Json[]).map((each) => listedSchema(inner(each, isPart)))];
      if (kind !== "schemaMap" && kind !== "patternMap" && kind !== "properties") return [key, value];
      const entries = Object.entries(value as JsonObject);
      return [key, recordOf(entries.map(([name, each]) => [name, listedSchema(inner(each, isPart))]))];
    }),
  );
  const expression = writeExpression(written);
  if (expression?.isWhole) return expression.text;
  if (!writing.isPart && isClosedObject(written)) return writeProperties(written);
  if (!expression) return writing.isPart ? written : withDecidingKeyword(written);
  const beside = Object.entries(written).filter(([key]) => !expression.said.includes(key));
  return recordOf([["type", expression.text], ...beside]);
}

/** Replaces boolean schemas by objects. */
function listedSchema(schema: Json): Json {
  if (schema === true) return "any";
  return schema === false ? { type: "any", not: "any" } : schema;
}

/** As in the compiler: `oneOf` of whole objects closes each, unless `properties` is beside it. */
function isPartOf(keyword: string, schema: JsonObject): boolean {
  if (!inPlaceKeywords.has(keyword)) return false;
  return (keyword !== "oneOf" && keyword !== "anyOf") || "properties" in schema;
}

function withDecidingKeyword(schema: JsonObject): JsonObject {
  const isDecided = Object.keys(schema).some((key) => decisiveKeywords.has(key) || key.startsWith("$"));
  return isDecided ? schema : { type: "any", ...schema };
}

const ofObjects: ReadonlySet<string> = new Set(["type", "properties", "required", "additionalProperties"]);

/** Whether `name: type` and `name?: type` can express the whole schema. */
function isClosedObject(schema: JsonObject): boolean {
  const { type, properties, required = [], additionalProperties } = schema;
  if (type !== "object" || additionalProperties !== false || !isObject(properties)) return false;
  const names = Object.keys(properties);
  const isFree = (name: string): boolean =>
    !name.endsWith("?") &&
    !name.startsWith("$") &&
    !decisiveKeywords.has(name) &&
    !unsupportedKeywords.has(name) &&
    !(keywords.has(name) && !isWrittenType(properties[name]));
  const keys = names.map((name) => ((required as readonly Json[]).includes(name) ? name : `${name}?`));
  return (
    Object.keys(schema).every((key) => ofObjects.has(key)) &&
    names.length > 0 &&
    names.every(isFree) &&
    // A map whose keys are all keywords could be read as JSON Schema.
    keys.some((key) => !keywords.has(key)) &&
    (required as readonly Json[]).every((name) => names.includes(String(name)))
  );
}

function isWrittenType(written: Json | undefined): boolean {
  return typeof written === "string" || isObject(written);
}

function writeProperties({ properties, required = [] }: JsonObject): JsonObject {
  const isRequired = (name: string): boolean => (required as readonly Json[]).includes(name);
  return recordOf(
    Object.entries(properties as JsonObject).map(([name, each]) => [
      isRequired(name) ? name : `${name}?`,
      each,
    ]),
  );
}
