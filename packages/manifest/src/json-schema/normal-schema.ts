import { canonicalJson } from "../text/canonical.ts";
import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";
import { hasType } from "./has-type.ts";
import { schemasHeld } from "./inner-schemas.ts";
import { annotations } from "./keywords.ts";
import { joinTypes } from "./join-types.ts";
import { mergeAllOf } from "./merge-all-of.ts";
import { resolvePointer } from "./resolve-pointer.ts";
import { isObject } from "../contract/is-object.ts";
import { fitsBounds, withoutPointless, withPlainProperties } from "./plain-keywords.ts";

/** Keywords that hold named schemas; the normal form has those in use where they are used. */
const definitionKeywords: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** Keywords whose order of schemas means nothing; in `oneOf`, how often each occurs does. */
const holdsSchemaSet: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);

/** Keywords whose schemas apply to the same value, so that an `unevaluated…` beside them depends on what they evaluate. */
const appliesInPlace: ReadonlySet<string> = new Set([
  ...holdsSchemaSet,
  "dependentSchemas",
  "else",
  "if",
  "not",
  "then",
]);

/** Values of keywords that mean the same as their absence, which is normal. */
const keywordDefaults: Readonly<Record<string, (normalValue: Json) => boolean>> = {
  additionalProperties: isEmpty,
  allOf: isEmpty,
  dependentSchemas: isEmpty,
  items: isEmpty,
  minItems: (normalValue) => normalValue === 0,
  minLength: (normalValue) => normalValue === 0,
  minProperties: (normalValue) => normalValue === 0,
  patternProperties: isEmpty,
  properties: isEmpty,
  propertyNames: isEmpty,
  required: isEmpty,
  uniqueItems: (normalValue) => normalValue === false,
};

/** Bounds the work: a normal form that refers to itself in many ways doubles with each level. */
const maxSchemaNodes = 20_000;
const deepestSchema = 100;
/** Characters of a schema as it is written, with the names and values in it. */
const maxSchemaCharacters = 500_000;

/** A schema that cannot be brought into a normal form that surely means the same. */
class NoNormalForm extends Error {}

interface Normalization {
  readonly root: JsonSchema;
  readonly depth: number;
  /** References that are being put in place, from the outside in. */
  readonly path: readonly string[];
  /** The references that a schema inside them refers to again. */
  readonly recursive: Set<string>;
  readonly budget: { nodes: number };
  /** Dialects up to draft 7 ignore keywords beside a reference; later ones do not. */
  readonly isOldDialect: boolean;
  /** Whether a keyword depends on what this schema evaluates; then nothing that does may move. */
  readonly isWatched: boolean;
}

/**
 * A normal form, equal for schemas that accept the same values and differ only in notation: order, titles and descriptions, `$ref`
 * or the type in its place, `const` or an `enum` of one, `anyOf` of types or a list of types. Undefined if that is uncertain.
 */
export function normalSchema(schema: JsonSchema): Json | undefined {
  const { $schema = knownDialects[0] } = schema;
  if (typeof $schema !== "string" || !knownDialects.includes($schema.replace(/#$/, ""))) return undefined;
  try {
    limitCharacters(schema);
    return normalizeSchema(schema, {
      root: schema,
      depth: 0,
      path: [],
      recursive: new Set(),
      budget: { nodes: maxSchemaNodes },
      isOldDialect: !$schema.startsWith(knownDialects[0]),
      isWatched: false,
    });
  } catch (error) {
    if (error instanceof NoNormalForm) return undefined;
    throw error;
  }
}

const knownDialects: readonly [string, ...string[]] = [
  "https://json-schema.org/draft/2020-12/schema",
  "https://json-schema.org/draft/2019-09/schema",
  "http://json-schema.org/draft-07/schema",
];
/** Keywords that lead out of the schema, or that validators do not agree about. */
const keywordsWithoutNormalForm: ReadonlySet<string> = new Set([
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveAnchor",
  "$recursiveRef",
  "$vocabulary",
  "additionalItems",
  "dependencies",
  "nullable",
]);
/** Keywords that older dialects of JSON Schema do not know, and ignore. */
const newerKeywords: ReadonlySet<string> = new Set([
  "dependentRequired",
  "dependentSchemas",
  "maxContains",
  "minContains",
  "prefixItems",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

function limitCharacters(schema: JsonSchema): void {
  let characters = 0;
  const waiting: Json[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    characters += typeof next === "string" ? next.length : 1;
    if (characters > maxSchemaCharacters) throw new NoNormalForm();
    if (Array.isArray(next)) for (const item of next as readonly Json[]) waiting.push(item);
    else if (isObject(next))
      for (const [key, value] of Object.entries(next)) {
        characters += key.length;
        waiting.push(value);
      }
  }
}

function normalizeSchema(schema: Json, outer: Normalization): Json {
  const isWatching = isObject(schema) && ("unevaluatedItems" in schema || "unevaluatedProperties" in schema);
  const normalization = { ...outer, depth: outer.depth + 1, isWatched: outer.isWatched || isWatching };
  if (--normalization.budget.nodes < 0 || normalization.depth > deepestSchema) throw new NoNormalForm();
  if (schema === true) return {};
  if (schema === false) return false;
  if (!isObject(schema)) throw new NoNormalForm();
  const { $ref, ...rest } = schema;
  const normalKeywords = normalObject(rest, normalization);
  if ($ref === undefined) return finishNormal(normalKeywords, normalization);
  const normalTarget = normalReference($ref, normalization);
  if (Object.keys(normalKeywords).length === 0) return normalTarget;
  if (normalization.isOldDialect) throw new NoNormalForm();
  const { allOf = [] } = normalKeywords;
  return finishNormal(
    { ...normalKeywords, allOf: sortedSet([...normalList(allOf), normalTarget]) },
    normalization,
  );
}

function finishNormal(normalKeywords: JsonObject, { isWatched }: Normalization): Json {
  if (isWatched) return normalKeywords;
  const joined = joinTypes(mergeAllOf(normalKeywords));
  return isNeverSchema(joined) ? false : joined;
}

/** The target in the place of the reference. One that holds itself has a mark around it, to which the inner reference points. */
function normalReference(written: Json, normalization: Normalization): Json {
  const reference = lastReference(written, normalization);
  const place = normalization.path.indexOf(reference);
  if (place >= 0) {
    normalization.recursive.add(reference);
    return { $ref: place };
  }
  const normalTarget = resolvePointer(reference, normalization.root);
  if (normalTarget === undefined) throw new NoNormalForm();
  const normal = normalizeSchema(normalTarget, {
    ...normalization,
    path: [...normalization.path, reference],
  });
  return normalization.recursive.delete(reference)
    ? { $ref: { begins: normalization.path.length, schema: normal } }
    : normal;
}

/** The reference to which a reference leads through others. */
function lastReference(written: Json, { root }: Normalization): string {
  const followed = new Set<string>();
  for (let reference: Json | undefined = written; ;) {
    if (typeof reference !== "string" || followed.has(reference)) throw new NoNormalForm();
    followed.add(reference);
    const target = resolvePointer(reference, root);
    const isAlias =
      isObject(target) &&
      "$ref" in target &&
      Object.keys(target).every((key) => key === "$ref" || annotations.has(key));
    if (!isAlias) return reference;
    reference = target["$ref"];
  }
}

function normalObject(schema: JsonObject, normalization: Normalization): JsonObject {
  const isRoot = normalization.depth === 1;
  const entries = Object.entries(schema).filter(
    ([key]) => !annotations.has(key) && !definitionKeywords.has(key),
  );
  const normal = Object.fromEntries(
    entries.flatMap(([key, value]) => {
      if (key === "$id" && isRoot) return [];
      const isUnknown =
        key === "$id" ||
        keywordsWithoutNormalForm.has(key) ||
        (normalization.isOldDialect && newerKeywords.has(key));
      if (isUnknown) throw new NoNormalForm();
      const isWatched = normalization.isWatched && appliesInPlace.has(key);
      const normalValue = normalKeyword(key, value, { ...normalization, isWatched });
      const isImplied = Object.hasOwn(keywordDefaults, key) && keywordDefaults[key]?.(normalValue) === true;
      const isCounted = normalization.isWatched && (key === "additionalProperties" || key === "items");
      return isImplied && !isCounted ? [] : [[key, normalValue] as const];
    }),
  );
  return withoutConstant(withPlainProperties(withoutPointless(normal)));
}

function normalKeyword(key: string, value: Json, normalization: Normalization): Json {
  if (schemasHeld.get(key) === "one") return normalizeSchema(onlyNormalSchema(value), normalization);
  if (schemasHeld.get(key) === "map") return normalMap(value, normalization);
  if (holdsSchemaSet.has(key)) return normalSet(key, value, normalization);
  if (key === "prefixItems") return normalList(value).map((item) => normalizeSchema(item, normalization));
  if (key === "required" || key === "enum") return sortedSet(normalList(value));
  if (key === "type") return normalType(value);
  if (key === "dependentRequired" && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, names]) => [name, sortedSet(normalList(names))]),
    );
  return value;
}

/** In dialects up to draft 7, `items` may be a list, which means something else. */
function onlyNormalSchema(value: Json): Json {
  if (Array.isArray(value)) throw new NoNormalForm();
  return value;
}

function normalMap(value: Json, normalization: Normalization): Json {
  if (!isObject(value)) throw new NoNormalForm();
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, normalizeSchema(item, normalization)]),
  );
}

function normalSet(key: string, value: Json, normalization: Normalization): Json {
  const items = normalList(value).map((item) => normalizeSchema(item, normalization));
  return key === "oneOf" ? sortedSchemas(items) : sortedSet(items);
}

function normalType(value: Json): Json {
  const types = sortedSet(Array.isArray(value) ? value : [value]);
  const distinct = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  return distinct.length === 1 ? (distinct[0] ?? distinct) : distinct;
}

/** `const` is an `enum` of one. A `type` beside an `enum` removes values, and is then implied. */
function withoutConstant({ const: only, ...rest }: JsonObject): JsonObject {
  const { enum: listed, type, ...others } = rest;
  if (only !== undefined && listed !== undefined) throw new NoNormalForm();
  const values = only !== undefined ? [only] : listed;
  if (values === undefined) return rest;
  const types = type === undefined ? undefined : normalList(Array.isArray(type) ? type : [type]);
  return {
    ...others,
    enum: normalList(values).filter(
      (value) => (!types || types.some((each) => hasType(value, each))) && fitsBounds(others, value),
    ),
  };
}

/** `{ not: {} }` accepts nothing, like `false`. */
function isNeverSchema(schema: JsonObject): boolean {
  return isEmpty(schema["not"]) && Object.keys(schema).length === 1;
}

function sortedSet(items: readonly Json[]): readonly Json[] {
  const texts = new Map(items.map((item) => [canonicalJson(item), item]));
  return [...texts].toSorted(bySchemaText).map(([, item]) => item);
}

function sortedSchemas(items: readonly Json[]): readonly Json[] {
  return items
    .map((item) => [canonicalJson(item), item] as const)
    .toSorted(bySchemaText)
    .map(([, item]) => item);
}

function bySchemaText([one]: readonly [string, Json], [other]: readonly [string, Json]): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function normalList(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) throw new NoNormalForm();
  return value;
}

function isEmpty(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
