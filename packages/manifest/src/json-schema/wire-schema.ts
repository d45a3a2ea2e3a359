import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";
import { mapInnerSchemas } from "./inner-schemas.ts";
import { isObject } from "../contract/is-object.ts";

/** Parts of a schema with types written out. More are referred to: each level may double them. */
const maxParts = 2000;
/** More types under `$defs` than any contract has; a server may list any number. */
const maxTypes = 1000;
const definitionPrefix = /^#\/\$defs\/([^/~%]+)$/;

/**
 * A schema as the hosts of models take it: a `$ref` is replaced by what it refers to, unless that
 * holds itself; names under `$defs` have no dots; an `enum` and a `const` have their `type`. The
 * same values fit it. A schema without `$defs` that is so already stays the same object. With
 * `keep`, a type that is used more than once stays a `$ref`, too.
 */
export function wireSchema(schema: JsonSchema, refs: WireRefs = "inline"): JsonSchema {
  const made = knownWireSchemas[refs].get(schema) ?? makeWireSchema(schema, refs === "keep");
  knownWireSchemas[refs].set(schema, made);
  return made;
}

/** Whether types are written out where they are used, or those that are used again referred to. */
export type WireRefs = "inline" | "keep";
const knownWireSchemas = {
  inline: new WeakMap<JsonSchema, JsonSchema>(),
  keep: new WeakMap<JsonSchema, JsonSchema>(),
} as const satisfies Record<WireRefs, WeakMap<JsonSchema, JsonSchema>>;

function makeWireSchema(schema: JsonSchema, isKept: boolean): JsonSchema {
  const { $defs, ...root } = schema;
  if (!isObject($defs) || Object.keys($defs).length > maxTypes) return typedSchema(schema);
  const types = new Map(
    Object.entries($defs).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  );
  const references = new Map([...types].map(([name, type]) => [name, referencesIn(type)] as const));
  const allReferences = [referencesIn(root), ...references.values()].flat();
  if (!allReferences.every((name) => types.has(name))) return typedSchema(schema);
  const seen = new Set<string>();
  const usedAgain = new Set(allReferences.filter((name) => isKept && (seen.has(name) || !seen.add(name))));
  const keptTypes = new Set(
    [...types.keys()].filter((name) => usedAgain.has(name) || refersTo(name, name, references)),
  );
  return (
    inlineTypes(root, types, keptTypes) ??
    inlineTypes(root, types, new Set(types.keys())) ??
    typedSchema(schema)
  );
}

type WireTypes = ReadonlyMap<string, JsonSchema>;

/** The schema with its types written out; undefined if it would have too many parts. */
function inlineTypes(
  root: JsonSchema,
  types: WireTypes,
  keptTypes: ReadonlySet<string>,
): JsonSchema | undefined {
  const wireTypeNames = plainTypeNames(keptTypes);
  const usedTypes = new Map<string, JsonSchema>();
  let schemaParts = 0;
  const inlineSchema = (schema: JsonSchema): JsonSchema => {
    if (++schemaParts > maxParts && keptTypes.size < types.size) return schema;
    const name = definitionName(schema["$ref"]);
    if (name === undefined) return withType(mapInnerSchemas(schema, inlineSchema));
    const { $ref: _ref, ...besideReference } = schema;
    if (!keptTypes.has(name))
      return joinedSchemas(
        inlineSchema(types.get(name) ?? {}),
        mapInnerSchemas(besideReference, inlineSchema),
      );
    use(name);
    return {
      ...mapInnerSchemas(besideReference, inlineSchema),
      $ref: `#/$defs/${wireTypeNames.get(name) ?? name}`,
    };
  };
  const use = (name: string): void => {
    if (usedTypes.has(name)) return;
    usedTypes.set(name, {});
    usedTypes.set(name, inlineSchema(types.get(name) ?? {}));
  };
  const inlinedRoot = inlineSchema(root);
  if (schemaParts > maxParts && keptTypes.size < types.size) return undefined;
  if (usedTypes.size === 0) return inlinedRoot;
  const entries = [...usedTypes].map(([name, type]) => [wireTypeNames.get(name) ?? name, type] as const);
  return { ...inlinedRoot, $defs: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Names of types under `$defs` without dots, each once. */
function plainTypeNames(names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const nameWithoutDots = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...names].toSorted()) {
    let freeName = name.replaceAll(/[^A-Za-z0-9_-]/g, "_");
    while (taken.has(freeName)) freeName += "_";
    taken.add(freeName);
    nameWithoutDots.set(name, freeName);
  }
  return nameWithoutDots;
}

const annotationKeywords = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "sensitive",
]);

/** The schema that a `$ref` refers to, and the keywords beside it: both count. */
function joinedSchemas(type: JsonSchema, besideReference: JsonSchema): JsonSchema {
  const isSensitive = type["sensitive"] === true || besideReference["sensitive"] === true;
  const mark = isSensitive ? { sensitive: true } : {};
  if (Object.keys(besideReference).every((key) => annotationKeywords.has(key)))
    return { ...type, ...besideReference, ...mark };
  const others = Array.isArray(besideReference["allOf"]) ? besideReference["allOf"] : [];
  return { ...withType(besideReference), allOf: [type, ...(others as readonly Json[])] };
}

function refersTo(from: string, to: string, references: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const waiting = [...(references.get(from) ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    waiting.push(...(references.get(name) ?? []));
  }
  return false;
}

/** The type of each `$ref` in a schema; one that is none, such as `#`, is in no `$defs`. */
function referencesIn(schema: JsonSchema): readonly string[] {
  const names: string[] = [];
  const visit = (part: JsonSchema): JsonSchema => {
    if (part["$ref"] !== undefined) names.push(definitionName(part["$ref"]) ?? "#");
    return mapInnerSchemas(part, visit);
  };
  visit(schema);
  return names;
}

function definitionName(reference: Json | undefined): string | undefined {
  return typeof reference === "string" ? definitionPrefix.exec(reference)?.[1] : undefined;
}

function typedSchema(schema: JsonSchema): JsonSchema {
  return withType(mapInnerSchemas(schema, typedSchema));
}

function withType(schema: JsonSchema): JsonSchema {
  if (schema["type"] !== undefined || schema["$ref"] !== undefined) return schema;
  const values = Object.hasOwn(schema, "const") ? [schema["const"] ?? null] : schema["enum"];
  if (!Array.isArray(values) || values.length === 0) return schema;
  const types = [...new Set(values.map(typeOf))];
  const whole = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  return { type: whole.length === 1 ? (whole[0] ?? "null") : whole.toSorted(), ...schema };
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
