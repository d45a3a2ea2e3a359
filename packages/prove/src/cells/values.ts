import { isObject, type Json, type JsonObject, withDefaults } from "@proviso/manifest";
import type { Ask } from "./ask.ts";
import { literalsIn, maxValues, resolve, type Values, type Walk } from "./found-values.ts";
import { listValues } from "./list-values.ts";
import { numberPoints } from "./points.ts";
import { sample } from "./sample.ts";
import { textValues } from "./text-values.ts";

/**
 * The values of a field, and that it is absent if it may be. A default is filled in before any
 * condition is evaluated, but not inside of alternatives.
 */
export function fieldValues(
  schema: Json | undefined,
  asks: readonly Ask[],
  isRequired: boolean,
  walk: Walk,
): Values {
  const present = valuesOf(schema, asks, walk);
  const resolved = resolve(schema, walk);
  const hasDefault =
    walk.alternatives === 0 &&
    [schema, resolved].some((each) => isObject(each) && each["default"] !== undefined);
  return isRequired || hasDefault ? present : { ...present, values: [...present.values, undefined] };
}

/** The values of a schema for what is asked of it. Each path starts below the value. */
export function valuesOf(schema: Json | undefined, given: readonly Ask[], walk: Walk): Values {
  const resolved = resolve(schema, walk);
  // Its presence is asked of the object around it.
  if (walk.left < 0) return { values: [], gap: "its schema is too large" };
  const asks = given.filter(({ path, of }) => path.length > 0 || of.kind !== "presence");
  if (!isObject(resolved)) return anyValues(asks);
  if (asks.length === 0) return { values: [sample(resolved, walk)] };
  const { const: only, enum: listed, anyOf, oneOf, allOf, type } = resolved;
  if (only !== undefined) return { values: [only] };
  if (Array.isArray(listed)) return { values: listed as readonly Json[] };
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches)) {
    walk.alternatives++;
    const all = (branches as readonly Json[]).map((branch) => valuesOf(branch, asks, walk));
    walk.alternatives--;
    return joinValues(all);
  }
  if (Array.isArray(type))
    return joinValues(
      (type as readonly Json[]).map((each) => valuesOf({ ...resolved, type: each }, asks, walk)),
    );
  if (allOf !== undefined) return { values: [sample(resolved, walk)], gap: "its schema is an `allOf`" };
  return valuesOfType(type, resolved, asks, walk);
}

function valuesOfType(type: Json | undefined, schema: JsonObject, asks: readonly Ask[], walk: Walk): Values {
  switch (type) {
    case "object":
      return objectValues(schema, asks, walk);
    case "array":
      return listValues(schema, asks, walk, valuesOf);
    case "integer":
    case "number": {
      const cuts = literalsIn(asks).filter((literal) => typeof literal === "number");
      return { values: numberPoints(schema, cuts, type === "integer") };
    }
    case "boolean":
      return { values: [true, false] };
    case "null":
      return { values: [null] };
    case "string":
      return textValues(schema, asks, walk);
    default:
      return anyValues(asks);
  }
}

/** Each field that is asked about with each of its values, the fields in every combination. */
function objectValues(schema: JsonObject, asks: readonly Ask[], walk: Walk): Values {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly Json[]) : [];
  const byField = Map.groupBy(asks, ({ path }) => path[0]);
  let values: readonly Json[] = [sample({ ...schema, type: "object" }, walk)];
  const gaps: string[] = [];
  const filled = filledIn(schema, walk);
  for (const [name, ofField] of byField) {
    if (name === undefined) {
      if (ofField.some(({ of }) => of.kind !== "presence")) gaps.push("it asks about a whole object");
      continue;
    }
    if (!Object.hasOwn(properties, name)) gaps.push(`its schema does not list \`${name}\``);
    const below = ofField.flatMap(({ path, of }) =>
      path.length > 1 || of.kind !== "presence" ? [{ path: path.slice(1), of }] : [],
    );
    const field = fieldValues(properties[name], below, required.includes(name), walk);
    if (field.gap !== undefined) gaps.push(field.gap);
    const room = Math.max(1, Math.floor(maxValues / Math.max(1, values.length)));
    const own = [...field.values, ...(Object.hasOwn(filled, name) ? [filled[name]] : [])];
    if (own.length > room) gaps.push("it has too many cells");
    values = values.flatMap((object) =>
      own.slice(0, room).map((value) => withField(object as JsonObject, name, value)),
    );
  }
  return { values, ...(gaps[0] === undefined ? {} : { gap: gaps[0] }) };
}

/** What the server makes of `{}`. Defaults of recursive types get no further defaults. */
function filledIn(schema: JsonObject, { root, alternatives }: Walk): JsonObject {
  if (alternatives > 0) return {};
  const around = { type: "object", properties: { value: schema }, $defs: root["$defs"] ?? {} };
  const filled = withDefaults(around, { value: {} })?.["value"];
  return isObject(filled)
    ? Object.fromEntries(Object.entries(filled).filter(([, each]) => isObject(each)))
    : {};
}

/** An object with a field set, or without it if the value is undefined. */
export function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _before, ...rest } = object;
  return value === undefined ? rest : { ...rest, [name]: value };
}

function joinValues(all: readonly Values[]): Values {
  const gap = all.map((each) => each.gap).find((each) => each !== undefined);
  return { values: all.flatMap(({ values }) => values), ...(gap === undefined ? {} : { gap }) };
}

function anyValues(asks: readonly Ask[]): Values {
  return { values: [...literalsIn(asks), "x", 0, true, null, [], {}], gap: "its schema names no type" };
}
