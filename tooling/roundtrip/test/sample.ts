import * as fc from "fast-check";
import type { Schema } from "../src/values.ts";

const formats: Readonly<Record<string, string>> = {
  date: "2026-11-22",
  "date-time": "2026-11-22T10:00:00Z",
  email: "a@b.example",
  uri: "https://a.example/b",
  uuid: "6f8d1f7a-6a0a-4d6e-8f63-0f7fd8a9f4a1",
};

/** One plain value of a schema: objects with all properties near the top, and with the required ones below. */
export function sampleOf(schema: unknown, root: unknown = schema, depth = 0): unknown {
  if (!isSchema(schema)) return "any";
  const inner = (each: unknown): unknown => sampleOf(each, root, depth + 1);
  const { $ref, const: only, enum: choices, allOf, anyOf, oneOf, type, ...rest } = schema;
  if (typeof $ref === "string")
    return inner({ ...asSchema(targetOf(root, $ref)), ...withoutReference(schema) });
  if (only !== undefined) return only;
  if (Array.isArray(choices)) return choices[0] as unknown;
  if (Array.isArray(allOf))
    return inner(allOf.reduce<Schema>((all, each) => joined(all, asSchema(each), root), { type, ...rest }));
  const [first] = [oneOf, anyOf].flatMap((each) => (Array.isArray(each) ? (each as unknown[]) : []));
  if (first !== undefined)
    return inner(joined({ ...(type !== undefined && { type }), ...rest }, asSchema(first), root));
  const kind = [type].flat()[0] ?? ("properties" in schema ? "object" : "string");
  if (kind === "object") return objectOf(schema, inner, depth);
  if (kind === "array")
    return Array.from({ length: Number(schema["minItems"] ?? 1) }, () => inner(schema["items"]));
  if (kind === "integer" || kind === "number") return Math.max(Number(schema["minimum"] ?? 1), 1);
  if (kind === "boolean") return true;
  return kind === "null" ? null : textOf(schema);
}

function objectOf(
  { properties, required }: Schema,
  inner: (each: unknown) => unknown,
  depth: number,
): Schema {
  const names = new Set(Array.isArray(required) ? required : []);
  const entries = Object.entries(asSchema(properties)).filter(([name]) => depth < 2 || names.has(name));
  return Object.fromEntries(entries.map(([name, each]) => [name, inner(each)]));
}

function textOf({ example, pattern, format, minLength = 1 }: Schema): string {
  if (typeof example === "string" && example !== "") return example;
  if (typeof format === "string" && formats[format] !== undefined) return formats[format];
  if (typeof pattern !== "string") return "x".repeat(Number(minLength));
  // The library does not generate what looks around.
  const plain = new RegExp(pattern.replaceAll(/\(\?[=!][^()]*\)/g, ""), "u");
  const fitting = fc.sample(fc.stringMatching(plain), { numRuns: 200, seed: 11 });
  return fitting.find((text) => text.length >= Number(minLength) && /^[\x21-\x7e]+$/.test(text)) ?? "x";
}

function joined(a: Schema, b: Schema, root: unknown): Schema {
  const whole =
    typeof b["$ref"] === "string" ? { ...asSchema(targetOf(root, b["$ref"])), ...withoutReference(b) } : b;
  const properties = { ...asSchema(a["properties"]), ...asSchema(whole["properties"]) };
  const required = [a["required"], whole["required"]].flatMap((each) =>
    Array.isArray(each) ? (each as unknown[]) : [],
  );
  return { ...a, ...whole, ...(Object.keys(properties).length > 0 && { properties }), required };
}

function withoutReference({ $ref: _ref, ...rest }: Schema): Schema {
  return rest;
}

function targetOf(root: unknown, reference: string): unknown {
  const steps = reference.split("/").slice(1);
  return steps.reduce<unknown>((value, step) => asSchema(value)[step.replaceAll("~1", "/")], root);
}

function asSchema(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
