import type { Json } from "@proviso/manifest";
import { conditionSyntax, isCelNode, pathOf } from "@proviso/manifest/condition";

/** What a condition says of one argument: its value, or the largest one. */
export type Limit = { readonly is: Json } | { readonly most: number };

/** The limits by path, if a condition is nothing but equalities and upper bounds of arguments, joined by `&&`; undefined otherwise. */
export function limitsIn(when: string): ReadonlyMap<string, Limit> | undefined {
  const limits = new Map<string, Limit>();
  return addLimits(conditionSyntax(when), limits) ? limits : undefined;
}

function addLimits(node: unknown, limits: Map<string, Limit>): boolean {
  if (!isCelNode(node)) return false;
  if (node.op === "value") return node.args === true;
  if (!Array.isArray(node.args)) return false;
  const [left, right] = node.args as readonly unknown[];
  if (node.op === "&&") return addLimits(left, limits) && addLimits(right, limits);
  const [of, ...path] = pathOf(left) ?? [];
  const value = isCelNode(right) && right.op === "value" ? plainValue(right.args) : undefined;
  const isBound = node.op === "<=" && typeof value === "number";
  if (of !== "input" || path.length === 0 || value === undefined || (node.op !== "==" && !isBound))
    return false;
  const name = path.join(".");
  const before = limits.get(name);
  if (!before) limits.set(name, isBound ? { most: value } : { is: value });
  else if (isBound && "most" in before) limits.set(name, { most: Math.min(value, before.most) });
  else return false;
  return true;
}

function plainValue(value: unknown): string | number | boolean | undefined {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}

/** The one value of an argument that limits allow. */
export function onlyValue(limits: ReadonlyMap<string, Limit> | undefined, path: string): Json | undefined {
  const limit = limits?.get(path);
  return limit && "is" in limit ? limit.is : undefined;
}

/** The limits as a condition. Numbers of JSON are doubles. */
export function conditionFrom(limits: ReadonlyMap<string, Limit>): string {
  const parts = [...limits].map(([path, limit]) =>
    "most" in limit ? `input.${path} <= ${celValue(limit.most)}` : `input.${path} == ${celValue(limit.is)}`,
  );
  return parts.join(" && ");
}

function celValue(value: Json): string {
  return typeof value !== "number" || /[.e]/.test(String(value)) ? JSON.stringify(value) : `${value}.0`;
}
