import { isObject, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";
import {
  type CelNode,
  conditionText,
  type ConditionScope,
  isCelNode,
  pathOf,
} from "@proviso/manifest/condition";
import { type Ask, asksIn, comparedPart } from "./ask.ts";
import { type Values, walkOf } from "./found-values.ts";
import { fieldValues } from "./values.ts";

/**
 * What parts of conditions depend on together: a field of a variable; a calculation that is compared with numbers; or a part of which
 * nothing is known. Its values are all that the parts can be evaluated with.
 */
export interface Variable {
  /** Such as `input.amount`; the same for parts that depend on each other. */
  readonly key: string;
  readonly values: (asks: readonly Ask[], scope: DomainScope) => Values;
  /** Set if the real value is not known: why the part is not decided. */
  readonly why?: string;
}

export interface DomainScope {
  readonly schema: JsonSchema;
  /** Permissions that every caller has. */
  readonly permissions: readonly string[];
}

/** A part of a condition with the variable that it depends on. */
export interface ReadAtom {
  readonly variable: Variable;
  readonly asks: readonly Ask[];
  /** The part as it is evaluated: with `input.value` in the place of what is not known. */
  readonly text: string;
}

const variables: ReadonlySet<string> = new Set(["input", "principal", "env"]);

/** What a part of a condition asks about the only field that it depends on; undefined if it depends on more, or on something else. */
export function fieldAskedOf(
  part: CelNode,
): { readonly path: readonly string[]; readonly asks: readonly Ask[] } | undefined {
  const asks = asksIn(part, variables) ?? [];
  const [path = [], ...others] = asks.map((ask) => ask.path.slice(0, 2));
  const isOne = path.length === 2 && others.every((other) => other.join(".") === path.join("."));
  return isOne ? { path, asks: asks.map((ask) => ({ path: ask.path.slice(2), of: ask.of })) } : undefined;
}

/** Finds what a part of a condition depends on. `name` is the part's own. */
export function readAtom(atom: CelNode, name: string): ReadAtom {
  const text = conditionText(atom);
  const asked = fieldAskedOf(atom);
  if (text === undefined || !asked) return unknownAtom(atom, name);
  const [variable = "", field = ""] = asked.path;
  const below = asked.asks;
  if (variable === "input") return { variable: inputField(field), asks: below, text };
  const values = callerValues(variable, field);
  return values
    ? { variable: { key: `${variable}.${field}`, values }, asks: below, text }
    : unknownAtom(atom, name);
}

function inputField(field: string): Variable {
  return {
    key: `input.${field}`,
    values(asks, { schema }) {
      const properties = isObject(schema["properties"]) ? schema["properties"] : {};
      const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly Json[]) : [];
      return fieldValues(properties[field], asks, required.includes(field), walkOf(schema));
    },
  };
}

const text: JsonObject = { type: "string" };

function ofText(isRequired: boolean): Variable["values"] {
  return (asks) => fieldValues(text, asks, isRequired, walkOf({}));
}

/** The values of a field of `principal` or `env`, as servers set them; undefined for a time, which depends on the clock. */
function callerValues(variable: string, field: string): Variable["values"] | undefined {
  if (variable === "env") return field === "name" ? ofText(true) : undefined;
  if (field === "kind") return () => ({ values: ["agent", "user"] });
  if (field === "permissions") return permissionValues;
  return field === "id" || field === "tenant" || field === "acr" ? ofText(field === "id") : undefined;
}

/** With and without each permission that is asked about. */
function permissionValues(asks: readonly Ask[], { permissions }: DomainScope): Values {
  const asked = asks.flatMap(({ of }) =>
    of.kind === "member" && typeof of.item === "string" ? [of.item] : [],
  );
  const free = [...new Set(asked)].filter((each) => !permissions.includes(each));
  const gap = asked.length < asks.length || free.length > 10 ? "it asks about all permissions" : undefined;
  const values = free
    .slice(0, 10)
    .reduce<readonly (readonly string[])[]>(
      (lists, each) => [...lists, ...lists.map((list) => [...list, each])],
      [permissions],
    );
  return { values, ...(gap === undefined ? {} : { gap }) };
}

/** The place of what is not known, in parts that are evaluated without it. */
const stand = "value";

function unknownAtom(atom: CelNode, name: string): ReadAtom {
  const why = whyUnknown(atom);
  const [part, literal] = comparedPart(atom) ?? [];
  const compared = part && conditionText(part);
  if (typeof literal === "number" && compared !== undefined && Array.isArray(atom.args)) {
    const operands = (atom.args as readonly unknown[]).map((each) =>
      each === part ? `input.${stand}` : isCelNode(each) ? (conditionText(each) ?? "") : "",
    );
    if (!operands.includes(""))
      return {
        variable: {
          key: `number ${compared}`,
          values: (asks) => fieldValues({ type: "number" }, asks, false, walkOf({})),
          why,
        },
        asks: [{ path: [], of: { kind: "literals", literals: [literal] } }],
        text: operands.join(` ${atom.op} `),
      };
  }
  const values = { values: [true, false, undefined] };
  return { variable: { key: `part ${name}`, values: () => values, why }, asks: [], text: `input.${stand}` };
}

/** The types of what stands for unknown values. */
export const standSchema = (key: string): JsonSchema => ({
  type: "object",
  properties: { [stand]: { type: key.startsWith("number ") ? "number" : "boolean" } },
});

/** The variables of a condition in which one has a value, and the others are empty. */
export function scopeWith({ key, why }: Variable, value: Json | undefined, now: Date): ConditionScope {
  const [variable = "", field = ""] = why === undefined ? key.split(/\.(.*)/s) : ["input", stand];
  const fields = value === undefined ? {} : { [field]: value };
  const empty = { input: {}, principal: {}, env: {}, now };
  return { ...empty, [variable]: fields };
}

/** Why a part is not decided whose outcome is another one at another time. */
export const whyClock = "it depends on the clock";

function whyUnknown(part: unknown): string {
  const seen = { clock: false, fields: new Set<string>(), calculates: false };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isCelNode(node)) return;
    const path = pathOf(node);
    if (path?.[0] === "now" || path?.[1] === "authTime") seen.clock = true;
    if (path && path.length > 1) return void seen.fields.add(path.join("."));
    if (["+", "-", "*", "/", "%"].includes(node.op)) seen.calculates = true;
    visit(node.args);
  };
  visit(part);
  if (seen.clock) return whyClock;
  if (seen.fields.size > 1) return "it compares fields with each other";
  return seen.calculates ? "it calculates" : "it uses a function whose results are not split into cells";
}
