import { isObject, type Json, type JsonObject, type ToolContract } from "@proviso/manifest";
import { resolveReference } from "@proviso/manifest/condition";
import { readSummary } from "@proviso/manifest/question";
import { moneyText } from "../values/set-calls.ts";

/** One argument of a tool, as a person speaks of it. */
export interface TermArgument {
  readonly path: readonly string[];
  readonly name: string;
  /** Such as `order`, `amount` or `reason`. */
  readonly noun: string;
  readonly type: "number" | "text" | "boolean" | "other";
  /** Whether its value names one thing, such as `ord_0007`. */
  readonly isId: boolean;
  /** Whether the sentence of a call shows it. */
  readonly isShown: boolean;
  /** Whether its schema has no number below 0. */
  readonly isFromZero: boolean;
  /** The currency of an amount in its smallest unit: a code, or the argument that says it. */
  readonly currency?: string;
}

/** All arguments of a tool, those of its sentence first. The currency of an amount is part of the amount. */
export function argumentsOf({ inputSchema, summary }: ToolContract): readonly TermArgument[] {
  const template = summary === undefined ? undefined : readSummary(summary);
  const shown = (template?.ok ? template.parts : []).flatMap((part) => (part.kind === "words" ? [] : [part]));
  const currencies = new Map(
    shown.flatMap(({ path, format, details }) =>
      format === "money" ? [[path.join("."), details[0] ?? ""]] : [],
    ),
  );
  const order = shown.map(({ path }) => path.join("."));
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return leavesOf(inputSchema, inputSchema)
    .filter(({ path }) => ![...currencies.values()].includes(path.join(".")))
    .map(({ path, schema }) => {
      const name = path.join(".");
      const currency = currencies.get(name);
      const isId = marksId(path.at(-1) ?? "", schema);
      const isShown = template?.ok ? order.includes(name) : true;
      const noun = nounOf((currency !== undefined && path.at(-2)) || (path.at(-1) ?? ""), isId);
      return {
        path,
        name,
        noun,
        isId,
        isShown,
        ...kindOf(schema),
        ...(currency !== undefined && { currency }),
      };
    })
    .toSorted((one, other) => rank(one.name) - rank(other.name));
}

type Leaf = { readonly path: readonly string[]; readonly schema: JsonObject };
const celName = /^[A-Za-z_]\w*$/;

function leavesOf(given: Json, root: JsonObject, path: readonly string[] = []): readonly Leaf[] {
  const schema = resolveReference(given, root);
  const { properties } = isObject(schema) ? schema : {};
  if (!isObject(schema) || path.length > 5) return [];
  if (!isObject(properties)) return path.every((name) => celName.test(name)) ? [{ path, schema }] : [];
  return Object.entries(properties).flatMap(([name, each]) => leavesOf(each, root, [...path, name]));
}

function kindOf({
  type,
  enum: values,
  minimum,
  exclusiveMinimum,
}: JsonObject): Pick<TermArgument, "type" | "isFromZero"> {
  const isFromZero = Number(minimum ?? -1) >= 0 || Number(exclusiveMinimum ?? -1) >= 0;
  const isText =
    type === "string" || (Array.isArray(values) && values.every((each) => typeof each === "string"));
  if (isText) return { type: "text", isFromZero };
  return {
    type: type === "integer" || type === "number" ? "number" : type === "boolean" ? type : "other",
    isFromZero,
  };
}

/** A name such as `orderId`, a pattern such as `^ord_…`, or a UUID. */
function marksId(name: string, { format, pattern }: JsonObject): boolean {
  return /[a-z]Id$|_id$/.test(name) || format === "uuid" || /^\^[a-z]+_/.test(String(pattern ?? ""));
}

function nounOf(name: string, isId: boolean): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return isId ? words.replace(/ id$/, "") : words;
}

/** The currency of an amount, where its argument has the value `said`; undefined if that is none. */
export function currencyOf(
  { currency }: TermArgument,
  said: (path: string) => Json | undefined,
): string | undefined {
  if (currency === undefined) return undefined;
  const code = /^[A-Z]{3}$/.test(currency) ? currency : said(currency);
  return typeof code === "string" && moneyText(code, 1) !== undefined ? code : undefined;
}
