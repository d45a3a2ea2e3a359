import { canonicalJson, hasType, type Json, type JsonObject } from "@proviso/manifest";
import { formats } from "@proviso/compiler";
import { isSame } from "../facts/json-value.ts";
import { byRank, bySets, difference, type Differences, inside, type Walk } from "./difference.ts";

type CompareValue = (walk: Walk, before: Json | undefined, after: Json | undefined) => Differences;

const least: CompareValue = (walk, before, after) =>
  byRank(walk, [before, after], (value) => (typeof value === "number" ? value : -Infinity));
const max: CompareValue = (walk, before, after) =>
  byRank(walk, [before, after], (value) => (typeof value === "number" ? -value : -Infinity));
const count: CompareValue = (walk, before, after) =>
  byRank(walk, [before, after], (value) => (typeof value === "number" ? value : 0));
const flag: CompareValue = (walk, before, after) =>
  byRank(walk, [before, after], (value) => Number(value === true));

/** Whether it is there; two different ones cannot be compared. */
const presence: CompareValue = (walk, before, after) => {
  if (isSame(before, after)) return [];
  const effect = before === undefined ? "narrows" : after === undefined ? "widens" : "unclear";
  return [difference(walk, effect, before, after)];
};

const format: CompareValue = (walk, before, after) =>
  presence(walk, checkedFormat(before), checkedFormat(after));

/** A format that nobody checks is an annotation. */
function checkedFormat(value: Json | undefined): Json | undefined {
  return typeof value === "string" && formats.has(value) ? value : undefined;
}

const multiple: CompareValue = (walk, before, after) => {
  if (before === after) return [];
  if (before === undefined || divides(before, after)) return [difference(walk, "narrows", before, after)];
  if (after === undefined || divides(after, before)) return [difference(walk, "widens", before, after)];
  return [difference(walk, "unclear", before, after)];
};

function divides(one: Json | undefined, other: Json | undefined): boolean {
  return Number.isInteger(one) && Number.isInteger(other) && Number(other) % Number(one) === 0;
}

const type: CompareValue = (walk, before, after) =>
  bySets(walk, [before, after], typesOf(before), typesOf(after));

const everyType = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** Every integer is a number. */
function typesOf(value: Json | undefined): ReadonlySet<string> {
  const names = value === undefined ? everyType : (Array.isArray(value) ? value : [value]).map(String);
  return new Set(names.includes("number") ? [...names, "integer"] : names);
}

const comparisons: Readonly<Record<string, CompareValue>> = {
  exclusiveMaximum: max,
  exclusiveMinimum: least,
  format,
  maxItems: max,
  maxLength: max,
  maxProperties: max,
  maximum: max,
  minItems: count,
  minLength: count,
  minProperties: count,
  minimum: least,
  multipleOf: multiple,
  pattern: presence,
  uniqueItems: flag,
};

/** The keywords that hold no schemas. */
export function compareValues(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const simple = Object.entries(comparisons).flatMap(([key, compare]) =>
    compare(inside(walk, key), before[key], after[key]),
  );
  return [...simple, ...compareChoices(before, after, walk)];
}

/** `const` is an `enum` of one. A `type` beside an `enum` takes values out of it. */
function compareChoices(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const [was, is] = [choicesOf(before), choicesOf(after)];
  const types = (): Differences => type(inside(walk, "type"), before["type"], after["type"]);
  if (!was && !is) return types();
  const at = inside(walk, (before["enum"] ?? after["enum"]) ? "enum" : "const");
  const pair = [before["enum"] ?? before["const"], after["enum"] ?? after["const"]] as const;
  if (was && is) return bySets(at, pair, was, is);
  return [difference(at, was ? "widens" : "narrows", ...pair), ...types()];
}

/** The values that `const`, `enum` and `type` all allow, as texts; undefined for any number. */
function choicesOf(schema: JsonObject): ReadonlySet<string> | undefined {
  const { const: only, enum: listed, type: types } = schema;
  const choices = only === undefined ? listed : [only];
  if (!Array.isArray(choices)) return undefined;
  const fits = (value: Json): boolean =>
    types === undefined || (Array.isArray(types) ? types : [types]).some((each) => hasType(value, each));
  const texts = (choices as readonly Json[]).filter(fits).map((value) => canonicalJson(value));
  if (only === undefined || !Array.isArray(listed)) return new Set(texts);
  return new Set(texts.filter((text) => listed.some((value: Json) => canonicalJson(value) === text)));
}
