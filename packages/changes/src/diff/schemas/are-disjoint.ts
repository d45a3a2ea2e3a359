import { canonicalJson, isObject, type Json, type JsonObject, listOf } from "@proviso/manifest";
import { flatSchema } from "./flat-schema.ts";

/** Whether certainly no value fits two of the schemas: types or a required property differ. */
export function areDisjoint(schemas: readonly Json[], root: Json): boolean {
  const flat = schemas.map((schema) => flatSchema(schema, root));
  return flat.every((one, at) => flat.slice(at + 1).every((other) => isApart(one, other, root)));
}

type Flat = JsonObject | false | undefined;

function isApart(one: Flat, other: Flat, root: Json): boolean {
  if (one === undefined || other === undefined) return false;
  if (one === false || other === false) return true;
  return (
    differ(typesOf(one), typesOf(other)) ||
    differ(choicesOf(one), choicesOf(other)) ||
    haveTag(one, other, root)
  );
}

function haveTag(one: JsonObject, other: JsonObject, root: Json): boolean {
  if (![one, other].every(({ type }) => type === "object")) return false;
  const shared = listOf(one["required"]).filter((name) => listOf(other["required"]).includes(name));
  return shared.some((name) => {
    const [first, second] = [propertyOf(one, String(name)), propertyOf(other, String(name))].map((schema) =>
      schema === undefined ? undefined : flatSchema(schema, root),
    );
    if (!first || !second) return false;
    return differ(choicesOf(first), choicesOf(second)) || differ(typesOf(first), typesOf(second));
  });
}

function propertyOf({ properties }: JsonObject, name: string): Json | undefined {
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Undefined: any. */
function typesOf({ type }: JsonObject): readonly string[] | undefined {
  if (type === undefined) return undefined;
  // Every integer is a number.
  return (Array.isArray(type) ? type : [type]).map((each) => (each === "integer" ? "number" : String(each)));
}

function choicesOf({ const: only, enum: listed }: JsonObject): readonly string[] | undefined {
  if (only !== undefined) return [canonicalJson(only)];
  return Array.isArray(listed) ? listed.map((each: Json) => canonicalJson(each)) : undefined;
}

function differ(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one !== undefined && other !== undefined && one.every((each) => !other.includes(each));
}
