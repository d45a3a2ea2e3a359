import { isNode } from "./condition-values.ts";

/** Steps, because each side of `&&` and `||` may be tried with each side of the other condition. */
const mostSteps = 20_000;

/**
 * Whether one condition certainly holds wherever another does, by their syntax: alternatives, parts of a conjunction, bounds of the
 * same number, values of the same field. Where the first cannot be evaluated, the second holds or cannot be either.
 */
export function implies(
  one: unknown,
  other: unknown,
  budget: { left: number } = { left: mostSteps },
): boolean {
  if (--budget.left < 0) return false;
  const text = textOf(one);
  if (text !== undefined && text === textOf(other)) return true;
  const [either, both] = [sidesOf("||", one), sidesOf("&&", other)];
  if (either) return either.every((side) => implies(side, other, budget));
  if (both) return both.every((side) => implies(one, side, budget));
  const [parts, choices] = [sidesOf("&&", one) ?? [], sidesOf("||", other) ?? []];
  return (
    parts.some((side) => implies(side, other, budget)) ||
    choices.some((side) => implies(one, side, budget)) ||
    isBoundedBy(comparisonOf(one), comparisonOf(other))
  );
}

function sidesOf(operator: "&&" | "||", part: unknown): readonly unknown[] | undefined {
  return isNode(part) && part.op === operator && Array.isArray(part.args) ? part.args : undefined;
}

/** The tree without positions; undefined if it holds a value that does not show what it is, such as an unsigned integer. */
function textOf(part: unknown): string | undefined {
  return hidesValue(part) ? undefined : JSON.stringify(withoutPositions(part));
}

function hidesValue(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(hidesValue);
  if (isNode(part)) return hidesValue(part.args);
  return typeof part === "object" && part !== null;
}

function withoutPositions(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutPositions);
  if (isNode(part)) return { op: part.op, args: withoutPositions(part.args) };
  return typeof part === "bigint" ? { int: String(part) } : part;
}

type Literal = bigint | number | string;

/** A comparison of a part with literals, the part on the left. */
interface Comparison {
  readonly subject: string;
  readonly operator: string;
  readonly values: readonly Literal[];
}

const turned: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==" };

function comparisonOf(part: unknown): Comparison | undefined {
  if (!isNode(part) || !Array.isArray(part.args)) return undefined;
  const [left, right] = part.args as readonly unknown[];
  const [first, second] = [literalsOf(left), literalsOf(right)];
  if (second && (part.op === "in" || (Object.hasOwn(turned, part.op) && second.length === 1)))
    return comparison(textOf(left), part.op, second);
  const operator = turned[part.op];
  if (first?.length !== 1 || operator === undefined) return undefined;
  return comparison(textOf(right), operator, first);
}

function comparison(
  subject: string | undefined,
  operator: string,
  values: readonly Literal[],
): Comparison | undefined {
  return subject === undefined ? undefined : { subject, operator, values };
}

/** A literal, or a list of literals of one type. */
function literalsOf(part: unknown): readonly Literal[] | undefined {
  if (!isNode(part)) return undefined;
  const nodes: readonly unknown[] = part.op === "list" && Array.isArray(part.args) ? part.args : [part];
  const values = nodes.map((node) => (isNode(node) && node.op === "value" ? node.args : undefined));
  return values.every(isLiteral) && new Set(values.map((value) => typeof value)).size === 1
    ? values
    : undefined;
}

function isLiteral(value: unknown): value is Literal {
  return typeof value === "bigint" || typeof value === "number" || typeof value === "string";
}

function isBoundedBy(one: Comparison | undefined, other: Comparison | undefined): boolean {
  if (!one || !other || one.subject !== other.subject) return false;
  if (typeof one.values[0] !== typeof other.values[0]) return false;
  const isListed = one.operator === "==" || one.operator === "in";
  return isListed ? one.values.every((value) => fits(value, other)) : isTighter(one, other);
}

function fits(value: Literal, { operator, values: [bound], values }: Comparison): boolean {
  if (operator === "==" || operator === "in") return values.includes(value);
  if (typeof value === "string" || typeof bound === "string" || bound === undefined) return false;
  if (operator === ">") return value > bound;
  if (operator === ">=") return value >= bound;
  return operator === "<" ? value < bound : value <= bound;
}

/** Of two bounds on the same side. */
function isTighter(
  { operator: strict, values: [inner] }: Comparison,
  { operator: open, values: [outer] }: Comparison,
): boolean {
  if (inner === undefined || outer === undefined) return false;
  if (typeof inner === "string" || typeof outer === "string") return false;
  if (strict.charAt(0) !== open.charAt(0) || open === "==") return false;
  // `x >= 5` allows 5, which `x > 5` does not.
  if (inner === outer) return strict.length === 1 || open.length === 2;
  return strict.startsWith(">") ? inner > outer : inner < outer;
}
