import { isCelNode } from "./condition-values.ts";

/** Steps, because each side of `&&` and `||` may be tried with each side of the other condition. */
const maxSteps = 20_000;

/**
 * Whether one condition certainly holds wherever another does, by their syntax: alternatives, parts of a conjunction, bounds of the
 * same number, values of the same field. Where the first cannot be evaluated, the second holds or cannot be either.
 */
export function implies(
  premise: unknown,
  conclusion: unknown,
  budget: { left: number } = { left: maxSteps },
): boolean {
  if (--budget.left < 0) return false;
  const text = celText(premise);
  if (text !== undefined && text === celText(conclusion)) return true;
  const [either, both] = [operandsOf("||", premise), operandsOf("&&", conclusion)];
  if (either) return either.every((operand) => implies(operand, conclusion, budget));
  if (both) return both.every((operand) => implies(premise, operand, budget));
  const [parts, choices] = [operandsOf("&&", premise) ?? [], operandsOf("||", conclusion) ?? []];
  return (
    parts.some((operand) => implies(operand, conclusion, budget)) ||
    choices.some((operand) => implies(premise, operand, budget)) ||
    isBoundedBy(comparisonOf(premise), comparisonOf(conclusion))
  );
}

function operandsOf(operator: "&&" | "||", celNode: unknown): readonly unknown[] | undefined {
  return isCelNode(celNode) && celNode.op === operator && Array.isArray(celNode.args)
    ? celNode.args
    : undefined;
}

/** The tree without positions; undefined if it holds a value that does not show what it is, such as an unsigned integer. */
function celText(celNode: unknown): string | undefined {
  return hidesValue(celNode) ? undefined : JSON.stringify(withoutPositions(celNode));
}

function hidesValue(celNode: unknown): boolean {
  if (Array.isArray(celNode)) return celNode.some(hidesValue);
  if (isCelNode(celNode)) return hidesValue(celNode.args);
  return typeof celNode === "object" && celNode !== null;
}

function withoutPositions(celNode: unknown): unknown {
  if (Array.isArray(celNode)) return celNode.map(withoutPositions);
  if (isCelNode(celNode)) return { op: celNode.op, args: withoutPositions(celNode.args) };
  return typeof celNode === "bigint" ? { int: String(celNode) } : celNode;
}

type Literal = bigint | number | string;

/** A comparison of a part with literals, the part on the left. */
interface Comparison {
  readonly subject: string;
  readonly operator: string;
  readonly values: readonly Literal[];
}

const turned: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==" };

function comparisonOf(celNode: unknown): Comparison | undefined {
  if (!isCelNode(celNode) || !Array.isArray(celNode.args)) return undefined;
  const [left, right] = celNode.args as readonly unknown[];
  const { op } = celNode;
  const listed = op === "in" ? literalsOf(listItems(right)) : undefined;
  if (listed) return comparison(celText(left), op, listed);
  const operator = turned[op];
  if (operator === undefined) return undefined;
  const [leftLiteral, rightLiteral] = [literalsOf([left]), literalsOf([right])];
  if (rightLiteral) return comparison(celText(left), op, rightLiteral);
  return leftLiteral && comparison(celText(right), operator, leftLiteral);
}

function comparison(
  subject: string | undefined,
  operator: string,
  values: readonly Literal[],
): Comparison | undefined {
  return subject === undefined ? undefined : { subject, operator, values };
}

function listItems(celNode: unknown): readonly unknown[] {
  return isCelNode(celNode) && celNode.op === "list" && Array.isArray(celNode.args) ? celNode.args : [];
}

/** If they are literals of one type. */
function literalsOf(nodes: readonly unknown[]): readonly Literal[] | undefined {
  const values = nodes.map((node) => (isCelNode(node) && node.op === "value" ? node.args : undefined));
  return values.every(isLiteral) && new Set(values.map((literal) => typeof literal)).size === 1
    ? values
    : undefined;
}

function isLiteral(literal: unknown): literal is Literal {
  return typeof literal === "bigint" || typeof literal === "number" || typeof literal === "string";
}

function isBoundedBy(premise: Comparison | undefined, conclusion: Comparison | undefined): boolean {
  if (!premise || !conclusion || premise.subject !== conclusion.subject) return false;
  if (typeof premise.values[0] !== typeof conclusion.values[0]) return false;
  const isListed = premise.operator === "==" || premise.operator === "in";
  return isListed
    ? premise.values.every((literal) => satisfiesBound(literal, conclusion))
    : isTighter(premise, conclusion);
}

function satisfiesBound(literal: Literal, { operator, values: [boundLiteral], values }: Comparison): boolean {
  if (operator === "==" || operator === "in") return values.includes(literal);
  if (typeof literal === "string" || typeof boundLiteral === "string" || boundLiteral === undefined)
    return false;
  if (operator === ">") return literal > boundLiteral;
  if (operator === ">=") return literal >= boundLiteral;
  return operator === "<" ? literal < boundLiteral : literal <= boundLiteral;
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
