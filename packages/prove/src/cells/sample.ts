import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { patternExample } from "@proviso/manifest/pattern";
import { resolve, type Walk } from "./found-values.ts";
import { numberPoints } from "./points.ts";

const deepest = 12;
/** Of lists and texts that have to be longer, no valid sample is made. */
const maxListItems = 50;
const maxLetters = 100_000;

/** Makes a value for a schema with only what is required; the caller checks it. */
export function sample(schema: Json | undefined, walk: Walk, depth = 0): Json {
  const resolved = resolve(schema, walk);
  if (!isObject(resolved) || depth > deepest) return "";
  const { const: only, enum: values, anyOf, oneOf, allOf, type, default: usual } = resolved;
  if (only !== undefined) return only;
  if (usual !== undefined) return usual;
  if (Array.isArray(values)) return (values as readonly Json[])[0] ?? null;
  const branches = [anyOf, oneOf, allOf].find(Array.isArray) as readonly Json[] | undefined;
  if (branches && type === undefined) return sample(branches[0], walk, depth + 1);
  return sampleOfType(Array.isArray(type) ? (type as readonly Json[])[0] : type, resolved, walk, depth);
}

function sampleOfType(type: Json | undefined, schema: JsonObject, walk: Walk, depth: number): Json {
  switch (type) {
    case "object":
      return sampleObject(schema, walk, depth);
    case "array":
      return sampleItems(schema, walk, Math.min(numberOf(schema["minItems"]) ?? 0, maxListItems), depth);
    case "integer":
    case "number":
      return numberPoints(schema, [1], type === "integer")[0] ?? 0;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return sampleText(schema);
  }
}

function sampleObject(schema: JsonObject, walk: Walk, depth: number): JsonObject {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  return Object.fromEntries(required.map((name) => [name, sample(properties[name], walk, depth + 1)]));
}

/** Returns a list of this many items; texts are numbered and numbers counted to differ. */
export function sampleItems(schema: JsonObject, walk: Walk, count: number, depth = 0): readonly Json[] {
  const item = sample(schema["items"], walk, depth + 1);
  if (schema["uniqueItems"] !== true) return Array.from({ length: count }, () => item);
  return Array.from({ length: count }, (_, at) => variant(item, at));
}

/** A value that differs from the others with another number. */
export function variant(item: Json, at: number): Json {
  if (at === 0) return item;
  if (typeof item === "number") return item + at;
  if (typeof item !== "string") return item;
  // Before the sign of an email address; elsewhere at the end, so that the length stays.
  if (item.includes("@")) return item.replace("@", `${at}@`);
  const number = String(at);
  return item.length > number.length ? item.slice(0, -number.length) + number : item + number;
}

const formats: Readonly<Record<string, string>> = {
  email: "someone@example.org",
  "idn-email": "someone@example.org",
  uri: "https://example.org/",
  "uri-reference": "https://example.org/",
  iri: "https://example.org/",
  hostname: "example.org",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uuid: "00000000-0000-4000-8000-000000000000",
  date: "2026-01-31",
  time: "12:00:00Z",
  "date-time": "2026-01-31T12:00:00Z",
  duration: "P1D",
};

/** A text for a schema's format or pattern, else one of the least length that has a letter. */
export function sampleText(schema: JsonObject): string {
  const { format, pattern, minLength, maxLength } = schema;
  if (typeof pattern === "string") return patternExample(pattern) ?? "x";
  if (typeof format === "string" && Object.hasOwn(formats, format)) return formats[format] ?? "";
  if (maxLength === 0) return "";
  return "x".repeat(Math.min(maxLetters, Math.max(1, numberOf(minLength) ?? 0)));
}

export function numberOf(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
