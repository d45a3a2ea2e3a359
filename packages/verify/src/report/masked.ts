import { isObject, type Json } from "@proviso/manifest";
import type { Step, Tool, Trial, World } from "../model.ts";

const hidden = "[secret]";
/** A shorter text stands in too many places by chance. */
const leastLength = 4;

/** Names of the arguments that a schema calls sensitive, in them or as a whole. */
function hiddenIn(tool: Tool | undefined): readonly string[] {
  return [tool?.inputSchema, tool?.contract?.["inputSchema"]].flatMap((schema) => {
    const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
    return Object.keys(properties).filter((name) => isHidden(properties[name]));
  });
}

function isHidden(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) return schema.some(isHidden);
  if (!isObject(schema)) return false;
  const { sensitive, writeOnly, format } = schema;
  if (sensitive === true || writeOnly === true || format === "password") return true;
  return Object.values(schema).some(isHidden);
}

/** Copies a value without these texts, also where they stand in JSON that is itself a text, or in a name. */
export function without<Value>(value: Value, secrets: Iterable<string>): Value {
  const texts = [...secrets].flatMap((each) => [each, JSON.stringify(each).slice(1, -1)]);
  // Longer ones first: one may hold another.
  const sorted = texts.filter((each) => each !== "").toSorted((a, b) => b.length - a.length);
  const clean = (text: string): string => sorted.reduce((rest, each) => rest.replaceAll(each, hidden), text);
  return mapped(value as Json, clean) as Value;
}

function mapped(value: Json, clean: (text: string) => string): Json {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((each: Json) => mapped(each, clean));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [clean(name), mapped(each, clean)]));
}

interface Masked extends Trial {
  readonly observed: string;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Copies a trial, and a sentence about it, without secrets of the server and sensitive arguments. */
export function masked({ prelude, steps }: Trial, observed: string, { tools, secrets }: World): Masked {
  const found = new Set(secrets);
  const hide = (step: Step): Step => {
    const { action } = step;
    if (action.kind !== "call") return step;
    const names = hiddenIn(tools.find(({ name }) => name === action.tool));
    const given = Object.entries(action.arguments);
    for (const text of textsIn(given.filter(([name]) => names.includes(name)).map(([, value]) => value)))
      if (text.length >= leastLength) found.add(text);
    const kept = given.map(([name, value]) => [name, names.includes(name) ? hidden : value] as const);
    return { ...step, action: { ...action, arguments: Object.fromEntries(kept) } };
  };
  const trial = { prelude: prelude.map(hide), steps: steps.map(hide) };
  return without({ ...trial, observed }, found);
}
