import { schemaErrors } from "@proviso/compiler";
import { type Json, type JsonObject, type JsonSchema, listOf, objectOf, typeNameIn } from "@proviso/manifest";
import { patternExample } from "@proviso/manifest/pattern";

/** A type that needs itself has no example. */
const deepestExample = 12;
/** Types that use types several times can expand exponentially. */
const maxVisitedSchemas = 1000;

interface ExamplePlace {
  readonly around: ExampleSearch;
  readonly depth: number;
  /** The name of the property, which is the text of a string without any rule. */
  readonly name: string;
}

/** The types of the whole schema, and how many schemas may still be visited. */
interface ExampleSearch {
  readonly defs: JsonObject;
  left: number;
}

/** A small value for a schema, always the same, with required properties only, if one is found. */
export function exampleValue(schema: JsonSchema): Json | undefined {
  const around = { defs: objectOf(schema["$defs"]), left: maxVisitedSchemas };
  const made = valueFor(schema, { around, depth: 0, name: "text" });
  return made !== undefined && schemaErrors(schema, made).length === 0 ? made : undefined;
}

function valueFor(schema: Json | undefined, place: ExamplePlace): Json | undefined {
  if (place.depth > deepestExample || schema === false || schema === undefined) return undefined;
  const whole = joinedSchema(objectOf(schema), place.around);
  if (place.around.left < 0) return undefined;
  const [stated] = statedValues(whole);
  if (stated !== undefined) return stated;
  const branches = [...listOf(whole["anyOf"]), ...listOf(whole["oneOf"])];
  if (branches.length > 0) return valueOfBranches(whole, branches, place);
  const types = [whole["type"]].flat();
  return valueOfType(types.find((type) => type !== "null") ?? types[0], whole, place);
}

/** The values that a schema names, the best example first. */
function statedValues(schema: JsonObject): readonly Json[] {
  const single = [schema["const"], schema["default"]].filter((value) => value !== undefined);
  return [...single, ...listOf(schema["examples"]), ...listOf(schema["enum"])];
}

/** The first alternative that has a value. */
function valueOfBranches(
  { anyOf: _any, oneOf: _one, ...rest }: JsonSchema,
  branches: readonly Json[],
  place: ExamplePlace,
): Json | undefined {
  for (const branch of branches) {
    const made = valueFor({ allOf: [rest, branch] }, { ...place, depth: place.depth + 1 });
    if (made !== undefined) return made;
  }
  return undefined;
}

function valueOfType(type: Json | undefined, schema: JsonSchema, place: ExamplePlace): Json | undefined {
  if (type === "object" || (type === undefined && schema["properties"] !== undefined))
    return objectFor(schema, place);
  if (type === "array") return listFor(schema, place);
  if (type === "integer" || type === "number") return numberFor(schema);
  if (type === "boolean") return true;
  if (type === "null") return null;
  return textFor(schema, place.name);
}

function objectFor(schema: JsonSchema, place: ExamplePlace): Json | undefined {
  const properties = objectOf(schema["properties"]);
  const required = new Set(listOf(schema["required"]).map(String));
  const least = typeof schema["minProperties"] === "number" ? schema["minProperties"] : 0;
  for (const name of Object.keys(properties)) if (required.size < least) required.add(name);
  const made: [string, Json][] = [];
  for (const name of required) {
    const value = Object.hasOwn(properties, name)
      ? valueFor(properties[name], { ...place, depth: place.depth + 1, name })
      : "text";
    if (value === undefined) return undefined;
    made.push([name, value]);
  }
  return Object.fromEntries(made);
}

function listFor(schema: JsonSchema, place: ExamplePlace): Json | undefined {
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  if (schema["maxItems"] === 0) return [];
  const item = valueFor(schema["items"] ?? {}, { ...place, depth: place.depth + 1 });
  if (item === undefined) return least === 0 ? [] : undefined;
  return Array.from({ length: Math.min(Math.max(least, 1), 20) }, () => item);
}

function numberFor({ minimum, exclusiveMinimum, maximum, multipleOf }: JsonSchema): number {
  const step = typeof multipleOf === "number" ? multipleOf : 1;
  const least =
    typeof minimum === "number"
      ? Math.ceil(minimum / step) * step
      : typeof exclusiveMinimum === "number"
        ? (Math.floor(exclusiveMinimum / step) + 1) * step
        : -Infinity;
  const max = typeof maximum === "number" ? maximum : Infinity;
  return Math.min(Math.max(least, step), max);
}

const formatExamples: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  time: "09:00:00Z",
  "date-time": "2026-01-31T09:00:00Z",
  duration: "P1D",
  email: "ann@example.com",
  "idn-email": "ann@example.com",
  hostname: "example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  "uri-reference": "/page",
  iri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
  "json-pointer": "/a",
  regex: "a",
};

function textFor({ format, pattern, minLength, maxLength }: JsonSchema, name: string): string | undefined {
  if (typeof pattern === "string") return patternExample(pattern);
  if (typeof format === "string" && Object.hasOwn(formatExamples, format)) return formatExamples[format];
  const [least, max] = [
    typeof minLength === "number" ? minLength : 0,
    typeof maxLength === "number" ? maxLength : Infinity,
  ];
  return name.padEnd(Math.min(least, 200), "x").slice(0, max);
}

/** With what it refers to and combines, one level of keywords; conditions (`if`) are left out. */
function joinedSchema(schema: JsonObject, around: ExampleSearch, hops = 0): JsonObject {
  const { $ref, allOf, ...rest } = schema;
  around.left -= 1;
  if (hops > deepestExample || around.left < 0) return rest;
  const referred = typeof $ref === "string" ? objectOf(around.defs[typeNameIn($ref)]) : {};
  const parts = [referred, ...listOf(allOf).map(objectOf)].map((part) =>
    joinedSchema(part, around, hops + 1),
  );
  return [...parts, rest].reduce((all, part) => ({
    ...all,
    ...part,
    ...(all["properties"] || part["properties"]
      ? { properties: { ...objectOf(all["properties"]), ...objectOf(part["properties"]) } }
      : {}),
    ...(all["required"] || part["required"]
      ? { required: [...listOf(all["required"]), ...listOf(part["required"])] }
      : {}),
  }));
}
