import { type CelNode, isCelNode } from "./condition-values.ts";

/** What an expression is checked for while it is evaluated, and the function that stands around it then. */
interface Guard {
  readonly node: CelNode;
  readonly name: "aNumber" | "aWholeNumber" | "aTime";
}

/** The library's syntax limits; a guarded expression may be twice as large. */
interface SyntaxLimits {
  readonly maxAstNodes: number;
  readonly maxDepth: number;
}

type Run = (variables: Record<string, unknown>) => unknown;

/** The part of the library's environment that is used here. */
interface CelEnvironment {
  parse(expression: string): Run & { readonly ast: unknown };
  clone(options: { readonly limits: SyntaxLimits }): CelEnvironment;
  registerFunction(signature: string, run: (value: unknown) => unknown): CelEnvironment;
}

/**
 * Parses a condition that cannot be evaluated where the library would give a value that makes a comparison silently false: a calculation
 * that overflows, such as `1e200 * 1e200 * 0.0`; `int("")`, which is 0 there; a time without a zone, which depends on the machine.
 */
export function parseGuarded(celEnv: CelEnvironment, expression: string, syntax: SyntaxLimits): Run {
  const { ast } = celEnv.parse(expression);
  const guards = guardsIn(ast, false);
  if (guards.length === 0) return celEnv.parse(expression);
  const { maxAstNodes, maxDepth } = syntax;
  return celEnv
    .clone({ limits: { ...syntax, maxAstNodes: 2 * maxAstNodes, maxDepth: 2 * maxDepth } })
    .registerFunction("aNumber(dyn): dyn", aNumber)
    .registerFunction("aWholeNumber(dyn): dyn", aWholeNumber)
    .registerFunction("aTime(dyn): dyn", aTime)
    .parse(guarded(expression, ast, guards));
}

function aNumber(value: unknown): unknown {
  if (Number.isNaN(value)) throw new TypeError("a calculation overflows");
  return value;
}

/** Decimal digits: not the empty text, and no other base. */
function aWholeNumber(value: unknown): unknown {
  if (typeof value === "string" && !/^[+-]?\d+$/.test(value))
    throw new TypeError("a text is not a whole number");
  return value;
}

const timePattern = /^(\d{4}-\d\d-(\d\d))T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** RFC 3339, with a day that the month has. */
function aTime(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const [, date, day] = timePattern.exec(value) ?? [];
  // The 30th of February is read as the 2nd of March.
  if (date === undefined || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day))
    throw new TypeError("a text is not a time with a zone");
  return value;
}

const arithmetic: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%"]);
const conversions: Readonly<Record<string, Guard["name"]>> = {
  int: "aWholeNumber",
  timestamp: "aTime",
};

/** The outermost calculations, and what is converted from text. */
function guardsIn(celNode: unknown, isCalculated: boolean): readonly Guard[] {
  if (Array.isArray(celNode)) return celNode.flatMap((each) => guardsIn(each, isCalculated));
  if (!isCelNode(celNode)) return [];
  const isCalculation = arithmetic.has(celNode.op);
  return [
    ...(isCalculation && !isCalculated ? [{ node: celNode, name: "aNumber" } as const] : []),
    ...convertedIn(celNode),
    ...guardsIn(celNode.args, isCalculation),
  ];
}

function convertedIn({ op, args }: CelNode): readonly Guard[] {
  if (op !== "call" || !Array.isArray(args)) return [];
  const [name, given] = args as readonly unknown[];
  const [node] = Array.isArray(given) ? (given as readonly unknown[]) : [];
  const guard = typeof name === "string" && Object.hasOwn(conversions, name) ? conversions[name] : undefined;
  return guard && isCelNode(node) ? [{ node, name: guard }] : [];
}

/** The expression with a call around each guarded part. */
function guarded(expression: string, ast: unknown, guards: readonly Guard[]): string {
  const bare = withoutTexts(expression, ast);
  const ranges = guards
    .map(({ name, node }) => ({ name, ...withParentheses(bare, node) }))
    .toSorted((one, other) => one.end - one.start - (other.end - other.start));
  let text = "";
  for (let at = 0; at <= expression.length; at++) {
    text += ")".repeat(ranges.filter(({ end }) => end === at).length);
    const begun = ranges.filter(({ start }) => start === at).toReversed();
    text += begun.map(({ name }) => `${name}(`).join("") + expression.slice(at, at + 1);
  }
  return text;
}

/** A range of the library leaves out a parenthesis at either end, also where its partner is inside: `a) + b` of `(a) + b`. */
function withParentheses(bare: string, { start, end }: CelNode): { start: number; end: number } {
  let [first, last, open, missing] = [start, end, 0, 0];
  for (const character of bare.slice(start, end)) {
    if (character === "(") open++;
    else if (character === ")" && open > 0) open--;
    else if (character === ")") missing++;
  }
  for (; missing > 0; missing--) first = bare.lastIndexOf("(", first - 1);
  for (; open > 0; open--) last = bare.indexOf(")", last) + 1;
  return { start: first, end: last };
}

/** The expression with its texts and comments blanked out, so that every parenthesis in it is one. */
function withoutTexts(expression: string, celNode: unknown): string {
  const blanked = textsIn(celNode).reduce(
    (text, { start, end }) => text.slice(0, start) + "_".repeat(end - start) + text.slice(end),
    expression,
  );
  return blanked.replaceAll(/\/\/.*/g, (comment) => "_".repeat(comment.length));
}

function textsIn(celNode: unknown): readonly CelNode[] {
  if (Array.isArray(celNode)) return celNode.flatMap(textsIn);
  if (!isCelNode(celNode)) return [];
  return celNode.op === "value" ? [celNode] : textsIn(celNode.args);
}
