import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";
import { itemSchemas, propertySchemas, reachable } from "../canonical/candidates.ts";
import type { SchemaCheck } from "./schema-check.ts";

const redactedText = "[redacted]";
const secretNamePattern =
  /pass(word|phrase|code|wd)|secret|credential|(api|access|private|signing|encryption|master|session)[_-]?key|bearer|cookie|authori[sz]ation|^(jwt|pwd|pin|otp|cvv|cvc)$/i;
/** A number under such a name is a count, such as `maxTokens`. */
const tokenNamePattern = /tokens?([_-]?(value|secret|string|hint|id|key))?$/i;

function isSecretName(name: string, recordedValue: Json): boolean {
  if (secretNamePattern.test(name)) return true;
  return typeof recordedValue !== "number" && tokenNamePattern.test(name);
}

/** A copy of a value for the audit. */
export interface Redacted {
  readonly value: Json;
  /** False if something was left out. */
  readonly isWhole: boolean;
}

/**
 * Makes copies for the audit without secrets: values that the schema marks (`sensitive`,
 * `writeOnly`, `format: password`) or whose name indicates one. If a value does not fit a schema
 * with marks, all of it is left out, because the secret may be anywhere.
 */
export function redactor(schema: JsonSchema, check: SchemaCheck): (recordedValue: Json) => Redacted {
  let roots: readonly JsonSchema[] | undefined;
  return (recordedValue) => {
    // For a schema without marks, only names are checked.
    roots ??= holdsSensitiveMark(schema) ? reachable([schema], schema) : [];
    if (roots.length > 0 && check(recordedValue).length > 0) return { value: redactedText, isWhole: false };
    if (roots.length === 0 && !holdsSecretName(recordedValue)) return { value: recordedValue, isWhole: true };
    let isWhole = true;
    const hide = (): Json => {
      isWhole = false;
      return redactedText;
    };
    const copied = redactedCopy(recordedValue, roots, { root: schema, hide });
    return { value: copied, isWhole };
  };
}

interface Redaction {
  readonly root: JsonSchema;
  readonly hide: () => Json;
}

function holdsSensitiveMark(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(holdsSensitiveMark);
  return isObject(schema) && (isSecretSchema(schema) || Object.values(schema).some(holdsSensitiveMark));
}

/** Most values hold no secret, and need no copy. */
function holdsSecretName(recordedValue: Json): boolean {
  if (Array.isArray(recordedValue)) return recordedValue.some(holdsSecretName);
  if (!isObject(recordedValue)) return false;
  return Object.entries(recordedValue).some(
    ([key, innerValue]) => isSecretName(key, innerValue) || holdsSecretName(innerValue),
  );
}

/** `candidates` are all schemas that may describe the value; one that marks it is enough. */
function redactedCopy(recordedValue: Json, candidates: readonly JsonObject[], redaction: Redaction): Json {
  if (candidates.some(isSecretSchema)) return redaction.hide();
  if (Array.isArray(recordedValue)) {
    const items = reachable(candidates.flatMap(itemSchemas), redaction.root);
    return recordedValue.map((innerValue: Json) => redactedCopy(innerValue, items, redaction));
  }
  if (!isObject(recordedValue)) return recordedValue;
  const names = reachable(
    candidates.map((schema) => schema["propertyNames"]).filter(isObject),
    redaction.root,
  );
  if (names.some(isSecretSchema)) return redaction.hide();
  return Object.fromEntries(
    Object.entries(recordedValue).map(([key, innerValue]) => [
      key,
      isSecretName(key, innerValue)
        ? redaction.hide()
        : redactedCopy(innerValue, reachable(propertySchemas(candidates, key), redaction.root), redaction),
    ]),
  );
}

function isSecretSchema(schema: JsonObject): boolean {
  return schema["sensitive"] === true || schema["writeOnly"] === true || schema["format"] === "password";
}
