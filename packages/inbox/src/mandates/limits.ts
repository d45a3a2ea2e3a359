import type { Json } from "@proviso/manifest";
import { type CelNode, conditionSyntax, conditionText, isCelNode, pathOf } from "@proviso/manifest/condition";

/** What a condition says of one argument: its value, the largest number, or the texts that its list may hold. */
export interface Limit {
  readonly op: "==" | "<=" | "in";
  readonly value: Json;
}
export type Limits = ReadonlyMap<string, Limit>;

/** The limits by path, if a condition is nothing but these limits of arguments, joined by `&&`; undefined otherwise. */
export function limitsIn(when: string): Limits | undefined {
  const limits = new Map<string, Limit>();
  return addLimits(conditionSyntax(when), limits) ? limits : undefined;
}

function addLimits(node: unknown, limits: Map<string, Limit>): boolean {
  if (!isCelNode(node)) return false;
  if (node.op === "value") return node.args === true;
  const [left, right] = Array.isArray(node.args) ? (node.args as readonly unknown[]) : [];
  if (node.op === "&&") return addLimits(left, limits) && addLimits(right, limits);
  if (node.op === "rcall") return addTexts(node, limits);
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

/** Only what reads back as the condition that `conditionFrom` writes. */
function addTexts(node: CelNode, limits: Map<string, Limit>): boolean {
  const [, list, body] = node.args as readonly unknown[];
  const [of, name] = [pathOf(list)?.[0], pathOf(list)?.slice(1).join(".") ?? ""];
  const limit = { op: "in", value: textsIn(body) } as const;
  const same = conditionSyntax(conditionFrom(new Map([[name, limit]])));
  const text = same && conditionText(same);
  if (of !== "input" || limits.has(name) || !text || text !== conditionText(node)) return false;
  return limits.set(name, limit).size > 0;
}

function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (!isCelNode(node) || node.op === "id") return [];
  return node.op === "value" ? [String(node.args)] : textsIn(node.args);
}

/** The one text that limits allow for an argument. */
export function onlyText(limits: Limits | undefined, path: string): string | undefined {
  const { op, value } = limits?.get(path) ?? {};
  return op === "==" && typeof value === "string" ? value : undefined;
}

/** The limits as a condition. */
export function conditionFrom(limits: Limits): string {
  const texts = [...limits].map(([path, { op, value }]) =>
    op === "in" ? `${path}.all(each, each in ${celValue(value)})` : `${path} ${op} ${celValue(value)}`,
  );
  return texts.map((text) => `input.${text}`).join(" && ");
}

/** Whether a value is a list of a few texts, which a condition can name. */
export function isFewTexts(value: Json | undefined): boolean {
  const texts: readonly Json[] = Array.isArray(value) ? value : [];
  return texts.length > 0 && texts.length <= 20 && texts.every((each) => typeof each === "string");
}

/** Numbers of JSON are doubles. */
function celValue(value: Json): string {
  const text = JSON.stringify(value);
  return typeof value === "number" && !/[.e]/.test(text) ? `${text}.0` : text;
}
