import * as fc from "fast-check";

export type Schema = Readonly<Record<string, unknown>>;

const deepest = 6;
const texts: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-11-22", "2026-02-30"],
  "date-time": ["2026-11-22T10:00:00Z", "2026-11-22"],
  email: ["a@b.example", "a@"],
  uri: ["https://a.example/b", "a b"],
  uuid: ["6f8d1f7a-6a0a-4d6e-8f63-0f7fd8a9f4a1", "6f8d"],
};

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e9, "", "a", "1", [], {}, [null], { a: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values that fit a schema or nearly do. Seeded: the same ones each time. */
export function valuesNear(schema: unknown, count: number, seed: number): readonly unknown[] {
  return fc.sample(near(schema, schema, 0), { numRuns: count, seed });
}

function near(schema: unknown, root: unknown, depth: number): fc.Arbitrary<unknown> {
  if (!isObject(schema) || depth > deepest) return anything;
  return fc.oneof(
    { weight: 24, arbitrary: fitting(schema, root, depth) },
    { weight: 1, arbitrary: anything },
  );
}

function fitting(schema: Schema, root: unknown, depth: number): fc.Arbitrary<unknown> {
  const inner = (each: unknown): fc.Arbitrary<unknown> => near(each, root, depth + 1);
  const { $ref, const: only, enum: choices, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === "string") return inner(resolve(root, $ref));
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(choices) && choices.length > 0) return fc.constantFrom<unknown>(...choices);
  const members = [anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? (each as unknown[]) : []));
  const { anyOf: _any, oneOf: _one, allOf: _all, ...rest } = schema;
  if (members.length > 0) return fc.oneof(...members.map((member) => inner(merge(rest, member))));
  if (Array.isArray(allOf)) return inner(allOf.reduce<unknown>((all, each) => merge(all, each), rest));
  const types = [type ?? typeOf(schema)].flat();
  if (schema["nullable"] === true) types.push("null");
  return fc.oneof(...types.map((each) => ofType(each, schema, inner)));
}

function ofType(
  type: unknown,
  schema: Schema,
  inner: (schema: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return text(schema);
    case "integer":
      return fc.integer(range(schema));
    case "number":
      return fc.oneof(fc.integer(range(schema)), fc.constantFrom(0.5, -2.25, 1e6));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return list(schema, inner);
    case "object":
      return object(schema, inner);
    default:
      return anything;
  }
}

function text({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<unknown> {
  const samples = typeof format === "string" ? texts[format] : undefined;
  if (samples) return fc.constantFrom(...samples);
  if (typeof pattern === "string") {
    try {
      return fc.oneof(fc.stringMatching(new RegExp(pattern, "u")), fc.string());
    } catch {
      // The library cannot generate texts for this pattern.
    }
  }
  const shortest = Math.min(number(minLength, 0), 200);
  return fc.string({
    minLength: shortest,
    maxLength: Math.max(shortest, Math.min(number(maxLength, 12), 300)),
  });
}

function range({ minimum, maximum }: Schema): { readonly min: number; readonly max: number } {
  const min = limit(number(minimum, -20) - 1);
  return { min, max: Math.max(min, limit(number(maximum, 200) + 1)) };
}

function limit(value: number): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.round(value)));
}

function list(
  { items, prefixItems, minItems, maxItems }: Schema,
  inner: (schema: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  if (first.length > 0) return fc.tuple(...first.map(inner));
  const shortest = Math.min(number(minItems, 0), 5);
  const longest = Math.max(shortest, Math.min(number(maxItems, 3), 5));
  return fc.array(inner(items), { minLength: shortest, maxLength: longest + 1 });
}

function object(
  { properties, required, additionalProperties }: Schema,
  inner: (schema: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const entries = Object.entries(isObject(properties) ? properties : {});
  const needed = new Set(Array.isArray(required) ? required : []);
  const parts = entries.map(([name, each]) =>
    fc
      .tuple(inner(each), fc.integer({ min: 0, max: 30 }))
      .map(([value, luck]) => ((needed.has(name) ? luck > 0 : luck > 15) ? [[name, value]] : [])),
  );
  const more = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: inner(additionalProperties).map((value) => [["extra", value]]) },
  );
  return fc.tuple(...parts, more).map((all) => Object.fromEntries(all.flat() as [string, unknown][]));
}

function typeOf(schema: Schema): string {
  if ("properties" in schema || "required" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  return "pattern" in schema || "minLength" in schema ? "string" : "any";
}

function merge(base: unknown, part: unknown): unknown {
  if (!isObject(base) || !isObject(part)) return part;
  const properties = { ...(base["properties"] as object), ...(part["properties"] as object) };
  const required = [base["required"], part["required"]].flatMap((each) => (Array.isArray(each) ? each : []));
  return { ...base, ...part, ...(Object.keys(properties).length > 0 && { properties }), required };
}

function resolve(root: unknown, reference: string): unknown {
  const steps = reference.split("/").slice(1);
  return steps.reduce<unknown>((value, step) => {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof value === "object" && value !== null ? (value as Schema)[key] : undefined;
  }, root);
}

function number(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
