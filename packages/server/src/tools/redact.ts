import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { isJsonObject } from "../canonical/canonical-copy.ts";
import { itemSchemas, propertySchemas, reachable } from "../canonical/candidates.ts";
import type { SchemaCheck } from "./schema-check.ts";

const redactedText = "[redacted]";
const secretNamePattern =
  /pass(word|phrase|code|wd)|secret|credential|(api|access|private|signing|encryption|master|session)[_-]?key|bearer|cookie|authori[sz]ation|^(jwt|pwd|pin|otp|cvv|cvc)$/i;
/** A number under such a name is a count, such as `maxTokens`. */
const tokenNamePattern = /tokens?([_-]?(value|secret|string|hint|id|key))?$/i;

function isSecretName(name: string, value: Json): boolean {
  if (secretNamePattern.test(name)) return true;
  return typeof value !== "number" && tokenNamePattern.test(name);
}

/** A copy of a value for the audit. */
export interface Redacted {
  readonly value: Json;
  /** False if something was left out. */
  readonly isWhole: boolean;
}

/**
 * Makes copies for the audit without secrets: values that the schema marks (`sensitive`, `writeOnly`, `format: password`) or
 * whose name indicates one. If a value does not fit a schema with marks, all of it is left out, because the secret may be
 * anywhere.
 */
export function redactor(schema: JsonSchema, check: SchemaCheck): (value: Json) => Redacted {
  let roots: readonly JsonSchema[] | undefined;
  return (value) => {
    // For a schema without marks, only names are checked.
    roots ??= holdsSensitiveMark(schema) ? reachable([schema], schema) : [];
    if (roots.length > 0 && check(value).length > 0) return { value: redactedText, isWhole: false };
    if (roots.length === 0 && !holdsSecretName(value)) return { value, isWhole: true };
    let isWhole = true;
    const hide = (): Json => {
      isWhole = false;
      return redactedText;
    };
    const copied = redactedCopy(value, roots, { root: schema, hide });
    return { value: copied, isWhole };
  };
}

interface Redaction {
  readonly root: JsonSchema;
  readonly hide: () => Json;
}

function holdsSensitiveMark(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(holdsSensitiveMark);
  return isJsonObject(schema) && (isSecretSchema(schema) || Object.values(schema).some(holdsSensitiveMark));
}

/** Most values hold no secret, and need no copy. */
function holdsSecretName(value: Json): boolean {
  if (Array.isArray(value)) return value.some(holdsSecretName);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([key, item]) => isSecretName(key, item) || holdsSecretName(item));
}

/** `candidates` are all schemas that may describe the value; one that marks it as secret is enough. */
function redactedCopy(value: Json, candidates: readonly JsonObject[], redaction: Redaction): Json {
  if (candidates.some(isSecretSchema)) return redaction.hide();
  if (Array.isArray(value)) {
    const items = reachable(candidates.flatMap(itemSchemas), redaction.root);
    return value.map((item: Json) => redactedCopy(item, items, redaction));
  }
  if (!isJsonObject(value)) return value;
  const names = reachable(
    candidates.map((schema) => schema["propertyNames"]).filter(isJsonObject),
    redaction.root,
  );
  if (names.some(isSecretSchema)) return redaction.hide();
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isSecretName(key, item)
        ? redaction.hide()
        : redactedCopy(item, reachable(propertySchemas(candidates, key), redaction.root), redaction),
    ]),
  );
}

function isSecretSchema(schema: JsonObject): boolean {
  return schema["sensitive"] === true || schema["writeOnly"] === true || schema["format"] === "password";
}
