import { isObject, type Json, type JsonObject, type ToolContract } from "@proviso/manifest";
import { resolveReference } from "@proviso/manifest/condition";
import { readSummary } from "@proviso/manifest/question";

/** One argument of a tool, as a person speaks of it. */
export interface TermArgument {
  /** Its path, with points. */
  readonly name: string;
  /** Such as `order`, `amount` or `reason`. */
  readonly noun: string;
  readonly isNumber: boolean;
  readonly isText: boolean;
  /** Whether a choice can limit it. Of another name, such as `payee-id`, only a formula can. */
  readonly isNameable: boolean;
  /** Whether its value names one thing, such as `ord_0007`. */
  readonly isId: boolean;
  /** Whether the sentence of a call shows it. */
  readonly isShown: boolean;
  /** Whether its schema has no number below 0. */
  readonly isFromZero: boolean;
  /** The currency of an amount: a code, or the argument that says it; empty for what is no amount. */
  readonly currency: string;
}

/** All arguments of a tool, those of its sentence first. The currency of an amount is part of the amount. */
export function argumentsOf({ inputSchema, summary = "" }: ToolContract): readonly TermArgument[] {
  const template = readSummary(summary);
  const shown = (template.ok ? template.parts : []).flatMap((part) => (part.kind === "words" ? [] : [part]));
  const order = shown.map(({ path }) => path.join("."));
  const currencies = shown.map(({ details: [of = ""], format }) => (format === "money" ? of : ""));
  return leavesOf(inputSchema, inputSchema)
    .filter(({ path }) => !currencies.includes(path.join(".")))
    .map(({ path, schema }) => {
      const name = path.join(".");
      const at = order.indexOf(name);
      const currency = currencies[at] ?? "";
      const own = path.at(-1) ?? "";
      return {
        name,
        currency,
        isNameable: isNameable(path),
        ...kindOf(own, schema),
        noun: nounOf((currency !== "" && path.at(-2)) || own, schema),
        isShown: at >= 0 || !template.ok,
        rank: at < 0 ? order.length : at,
      };
    })
    .toSorted((one, other) => one.rank - other.rank);
}

const deepest = 5;

type Leaf = { readonly path: readonly string[]; readonly schema: JsonObject };

/** Whether a condition can write a path as `input.amount.cents`. */
export function isNameable(path: readonly string[]): boolean {
  return path.every((name) => /^[A-Za-z_]\w*$/.test(name));
}

/** None is left out, whatever its name, depth or schema: what the terms do not limit is said. */
function leavesOf(given: Json, root: JsonObject, path: readonly string[] = []): readonly Leaf[] {
  const resolved = resolveReference(given, root);
  const schema = isObject(resolved) ? resolved : {};
  const { properties } = schema;
  if (!isObject(properties) || path.length === deepest) return [{ path, schema }];
  return Object.entries(properties).flatMap(([name, each]) => leavesOf(each, root, [...path, name]));
}

function kindOf(
  name: string,
  schema: JsonObject,
): Pick<TermArgument, "isNumber" | "isText" | "isId" | "isFromZero"> {
  const { type, enum: values, minimum = -1, exclusiveMinimum = -1, format, pattern = "" } = schema;
  return {
    isNumber: [type].flat().some((each) => each === "integer" || each === "number"),
    isText: type === "string" || (type === undefined && Array.isArray(values)),
    isId:
      /[a-z]Id$|_id$/.test(name) ||
      isOfOneCall(name) ||
      format === "uuid" ||
      /^\^[a-z]+_/.test(String(pattern)),
    isFromZero: Number(minimum) >= 0 || Number(exclusiveMinimum) >= 0,
  };
}

/** Whether an argument, by its name, has another value in each call. */
export function isOfOneCall(name: string): boolean {
  return /(?:^|\.|_)(?:reference|invoice)(?:_?(?:number|no|id))?$/i.test(name);
}

/** An argument whose name says little beside "any": a list `to`, and a text `body`. */
function nounOf(name: string, { type }: JsonObject): string {
  if (name === "to" && type === "array") return "recipients";
  if (name === "body" && type === "string") return "text";
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  return words.toLowerCase().replace(/ id$/, "");
}
