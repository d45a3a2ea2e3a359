import type { Json } from "@proviso/manifest";
import { conditionSyntax, isCelNode, pathOf } from "@proviso/manifest/condition";

/** What a condition says of one argument: its value, or the largest number. */
export interface Limit {
  readonly op: "==" | "<=";
  readonly value: Json;
}
export type Limits = ReadonlyMap<string, Limit>;

/** The limits by path, if a condition is nothing but `==` and `<=` of arguments and values, joined by `&&`; undefined otherwise. */
export function limitsIn(when: string): Limits | undefined {
  const limits = new Map<string, Limit>();
  return addLimits(conditionSyntax(when), limits) ? limits : undefined;
}

function addLimits(node: unknown, limits: Map<string, Limit>): boolean {
  if (!isCelNode(node)) return false;
  if (node.op === "value") return node.args === true;
  const [left, right] = Array.isArray(node.args) ? (node.args as readonly unknown[]) : [];
  if (node.op === "&&") return addLimits(left, limits) && addLimits(right, limits);
  const [of, ...path] = pathOf(left) ?? [];
  const given = isCelNode(right) && right.op === "value" ? right.args : undefined;
  const value = typeof given === "bigint" ? Number(given) : given;
  const isUpper = node.op === "<=" && typeof value === "number";
  const isPlain = isUpper || (node.op === "==" && ["string", "number", "boolean"].includes(typeof value));
  const name = path.join(".");
  const before = limits.get(name);
  const lower = before?.op === "<=" && isUpper ? Math.min(value, Number(before.value)) : (value as Json);
  if (of !== "input" || name === "" || !isPlain || (before && !(isUpper && before.op === "<="))) return false;
  limits.set(name, { op: isUpper ? "<=" : "==", value: lower });
  return true;
}

/** The one text that limits allow for an argument. */
export function onlyText(limits: Limits | undefined, path: string): string | undefined {
  const { op, value } = limits?.get(path) ?? {};
  return op === "==" && typeof value === "string" ? value : undefined;
}

/** The limits as a condition. */
export function conditionFrom(limits: Limits): string {
  return [...limits].map(([path, { op, value }]) => `input.${path} ${op} ${celValue(value)}`).join(" && ");
}

/** Numbers of JSON are doubles. */
function celValue(value: Json): string {
  const text = JSON.stringify(value);
  return typeof value === "number" && !/[.e]/.test(text) ? `${text}.0` : text;
}
