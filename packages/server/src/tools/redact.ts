import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { isJsonObject } from "../canonical/canonical-copy.ts";
import type { SchemaCheck } from "./schema-check.ts";

const redacted = "[redacted]";
const secretName =
  /pass(word|phrase|code|wd)|secret|credential|(api|access|private|signing|encryption|master|session)[_-]?key|bearer|cookie|authori[sz]ation|^(jwt|pwd|pin|otp|cvv|cvc)$/i;
/** `token` as a word. A number under such a name is a count, as in `maxTokens`. */
const tokenName = /tokens?($|[_-])|[a-z]Tokens?[A-Z]|^tokens?[A-Z]/;
const tokenEnd = /tokens?$/i;

function isSecretName(name: string, value: Json): boolean {
  if (secretName.test(name)) return true;
  return typeof value !== "number" && (tokenName.test(name) || tokenEnd.test(name));
}

/** A copy of a value for the audit. */
export interface Redacted {
  readonly value: Json;
  /** False if something was left out. */
  readonly isWhole: boolean;
}

/**
 * Makes copies for the audit: what the schema marks as secret (`sensitive`, `writeOnly`, `format: password`) or a name gives away
 * is left out. Of a value that does not fit a schema with marks all is left out: it may hold the secret anywhere.
 */
export function redactor(schema: JsonSchema, check: SchemaCheck): (value: Json) => Redacted {
  let roots: readonly JsonSchema[] | undefined;
  return (value) => {
    // A schema without any mark, which is the rule, leaves only the names to look at.
    roots ??= holdsMark(schema) ? reachable([schema], schema) : [];
    if (roots.length > 0 && check(value).length > 0) return { value: redacted, isWhole: false };
    if (roots.length === 0 && !holdsSecretName(value)) return { value, isWhole: true };
    let isWhole = true;
    const hide = (): Json => {
      isWhole = false;
      return redacted;
    };
    const copied = copy(value, roots, { root: schema, hide });
    return { value: copied, isWhole };
  };
}

interface Redaction {
  readonly root: JsonSchema;
  readonly hide: () => Json;
}

function holdsMark(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(holdsMark);
  return isJsonObject(schema) && (isSecret(schema) || Object.values(schema).some(holdsMark));
}

/** Most values hold none, and then nothing has to be copied. */
function holdsSecretName(value: Json): boolean {
  if (Array.isArray(value)) return value.some(holdsSecretName);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([key, item]) => isSecretName(key, item) || holdsSecretName(item));
}

/** `candidates` are all schemas that may describe the value: one that calls it secret is enough. */
function copy(value: Json, candidates: readonly JsonObject[], redaction: Redaction): Json {
  if (candidates.some(isSecret)) return redaction.hide();
  if (Array.isArray(value)) {
    const items = reachable(candidates.flatMap(itemSchemas), redaction.root);
    return value.map((item: Json) => copy(item, items, redaction));
  }
  if (!isJsonObject(value)) return value;
  const names = reachable(
    candidates.map((schema) => schema["propertyNames"]).filter(isJsonObject),
    redaction.root,
  );
  if (names.some(isSecret)) return redaction.hide();
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isSecretName(key, item)
        ? redaction.hide()
        : copy(item, reachable(propertySchemas(candidates, key), redaction.root), redaction),
    ]),
  );
}

/** Schemas with those that they refer to or combine, each once, however they refer to each other. */
function reachable(schemas: readonly JsonObject[], root: JsonSchema): readonly JsonObject[] {
  if (schemas.length === 0) return schemas;
  const seen = new Set(schemas);
  for (const schema of seen) {
    const inner = ["allOf", "anyOf", "oneOf"].flatMap((key) => asList(schema[key]));
    const dependent = isJsonObject(schema["dependentSchemas"])
      ? Object.values(schema["dependentSchemas"])
      : [];
    const referred = [schema["$ref"], schema["$dynamicRef"]].flatMap((reference) => targets(reference, root));
    const single = [schema["if"], schema["then"], schema["else"], ...referred];
    for (const related of [...inner, ...dependent, ...single]) if (isJsonObject(related)) seen.add(related);
  }
  return [...seen];
}

/** What a reference leads to cannot be known where it leaves the schema: it may be marked. */
const anything: readonly JsonObject[] = [{ sensitive: true }];

/** All that a reference may mean: a JSON Pointer, or every schema of that anchor, as a `$dynamicRef` has it. */
function targets(reference: Json | undefined, root: JsonSchema): readonly JsonObject[] {
  if (reference === undefined) return [];
  if (typeof reference !== "string" || !reference.startsWith("#")) return anything;
  const fragment = decodeFragment(reference.slice(1));
  const found =
    fragment === "" || fragment.startsWith("/") ? [pointedAt(fragment, root)] : anchored(fragment, root);
  const schemas = found.filter(isJsonObject);
  return schemas.length > 0 ? schemas : anything;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function pointedAt(pointer: string, root: JsonSchema): Json | undefined {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<Json | undefined>((place, step) => {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(place)) return (place as readonly Json[])[Number(key)];
    return isJsonObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }, root);
}

function anchored(name: string, schema: Json): readonly Json[] {
  if (Array.isArray(schema)) return schema.flatMap((item: Json) => anchored(name, item));
  if (!isJsonObject(schema)) return [];
  const inner = Object.values(schema).flatMap((item) => anchored(name, item));
  return schema["$anchor"] === name || schema["$dynamicAnchor"] === name ? [schema, ...inner] : inner;
}

function isSecret(schema: JsonObject): boolean {
  return schema["sensitive"] === true || schema["writeOnly"] === true || schema["format"] === "password";
}

function propertySchemas(schemas: readonly JsonObject[], key: string): readonly JsonObject[] {
  return schemas.flatMap((schema) => {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
    const own = isJsonObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
    // Which pattern matches is not asked: a secret under any of them is reason enough.
    const patterns = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
    const others = own.length > 0 ? [] : [additionalProperties, unevaluatedProperties];
    return [...own, ...patterns, ...others].filter(isJsonObject);
  });
}

function itemSchemas(schema: JsonObject): readonly JsonObject[] {
  const { items, contains, unevaluatedItems, prefixItems } = schema;
  return [items, contains, unevaluatedItems, ...asList(prefixItems)].filter(isJsonObject);
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
