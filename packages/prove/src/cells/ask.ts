import { type CelNode, isCelNode, pathOf } from "@proviso/manifest/condition";

export type Literal = string | number | boolean | null;

/** What a part of a condition asks about the value at a path, which begins with a variable. */
export interface Ask {
  readonly path: readonly string[];
  readonly of: Asked;
}

export type Asked =
  | { readonly kind: "presence" }
  /** Compared with literals. */
  | { readonly kind: "literals"; readonly literals: readonly Literal[] }
  /** The length of a text or the number of items, compared with a number. */
  | { readonly kind: "size"; readonly size: number }
  | { readonly kind: TextSearch; readonly text: string }
  /** Whether a list has this item. */
  | { readonly kind: "member"; readonly item: Literal }
  /** `exists` and `all`: what the loop asks about an item. */
  | { readonly kind: "items"; readonly asks: readonly Ask[] };

export type TextSearch = "startsWith" | "endsWith" | "contains";

const orders: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);
const comparisons: ReadonlySet<string> = new Set(["==", "!=", ...orders]);
const searches: ReadonlySet<unknown> = new Set<TextSearch>(["startsWith", "endsWith", "contains"]);

/** Returns all that a part of a condition asks; undefined if it calculates, for example. */
export function asksIn(part: unknown, variables: ReadonlySet<string>): readonly Ask[] | undefined {
  if (!isCelNode(part)) return undefined;
  const { op, args } = part;
  const parts = (Array.isArray(args) ? args : [args]) as readonly unknown[];
  const [first, second, third] = parts;
  if (op === "value") return typeof args === "boolean" ? [] : undefined;
  if (op === "!_" || op === "&&" || op === "||" || op === "?:")
    return joined(parts.map((each) => asksIn(each, variables)));
  if (comparisons.has(op)) return comparisonAsks(op, first, second, variables);
  if (op === "in") return membershipAsks(first, second, variables);
  const path = pathIn(part, variables);
  if (path) return [{ path, of: { kind: "literals", literals: [true] } }];
  if (op === "call") return presenceAsks(first, second, variables);
  return op === "rcall" ? methodAsks(first, second, third, variables) : undefined;
}

function comparisonAsks(
  operator: string,
  left: unknown,
  right: unknown,
  variables: ReadonlySet<string>,
): readonly Ask[] | undefined {
  const [literal, other] =
    literalOf(right) === undefined ? [literalOf(left), right] : [literalOf(right), left];
  if (literal === undefined) return undefined;
  const counted = pathIn(sizedPart(other), variables);
  if (counted)
    return typeof literal === "number" ? [{ path: counted, of: { kind: "size", size: literal } }] : undefined;
  const path = pathIn(other, variables);
  // The order of texts has no cells that are easy to name.
  if (!path || (orders.has(operator) && typeof literal !== "number")) return undefined;
  return [{ path, of: { kind: "literals", literals: [literal] } }];
}

function membershipAsks(
  item: unknown,
  list: unknown,
  variables: ReadonlySet<string>,
): readonly Ask[] | undefined {
  const [literal, path] = [literalOf(item), pathIn(list, variables)];
  if (literal !== undefined && path) return [{ path, of: { kind: "member", item: literal } }];
  const [literals, asked] = [literalsOf(list), pathIn(item, variables)];
  return literals && asked && [{ path: asked, of: { kind: "literals", literals } }];
}

function presenceAsks(
  name: unknown,
  given: unknown,
  variables: ReadonlySet<string>,
): readonly Ask[] | undefined {
  const path = name === "has" && Array.isArray(given) ? pathIn(given[0], variables) : undefined;
  return path && [{ path, of: { kind: "presence" } }];
}

function methodAsks(
  name: unknown,
  of: unknown,
  given: unknown,
  variables: ReadonlySet<string>,
): readonly Ask[] | undefined {
  const path = pathIn(of, variables);
  if (!path || !Array.isArray(given)) return undefined;
  const [argument, body] = given as readonly unknown[];
  if (searches.has(name)) {
    const text = literalOf(argument);
    return typeof text === "string" ? [{ path, of: { kind: name as TextSearch, text } }] : undefined;
  }
  if (name !== "exists" && name !== "all") return undefined;
  const item = isCelNode(argument) && argument.op === "id" ? String(argument.args) : "";
  const asks = asksIn(body, new Set([item]));
  if (!asks) return undefined;
  return [{ path, of: { kind: "items", asks: asks.map((ask) => ({ ...ask, path: ask.path.slice(1) })) } }];
}

function joined(all: readonly (readonly Ask[] | undefined)[]): readonly Ask[] | undefined {
  const known = all.filter((asks) => asks !== undefined);
  return known.length === all.length ? known.flat() : undefined;
}

/** A path to a field of one of these variables, or the variable of a loop itself. */
function pathIn(part: unknown, variables: ReadonlySet<string>): readonly string[] | undefined {
  const path = pathOf(part);
  return path && variables.has(path[0] ?? "") ? path : undefined;
}

/** Returns `x` of `size(x)` and `x.size()`; undefined for other expressions. */
function sizedPart(part: unknown): unknown {
  if (!isCelNode(part) || !Array.isArray(part.args)) return undefined;
  const [name, of] = part.args as readonly unknown[];
  if (name !== "size") return undefined;
  return part.op === "call" && Array.isArray(of) ? of[0] : part.op === "rcall" ? of : undefined;
}

/** The value of a literal; undefined for others, and for integers that JSON cannot hold. */
export function literalOf(part: unknown): Literal | undefined {
  if (!isCelNode(part)) return undefined;
  const { op, args } = part;
  if (op === "-_") {
    const positive = literalOf(args);
    return typeof positive === "number" ? -positive : undefined;
  }
  if (op !== "value") return undefined;
  if (typeof args === "bigint") return Number.isSafeInteger(Number(args)) ? Number(args) : undefined;
  const isLiteral = args === null || ["string", "number", "boolean"].includes(typeof args);
  return isLiteral ? (args as Literal) : undefined;
}

function literalsOf(part: unknown): readonly Literal[] | undefined {
  if (!isCelNode(part) || part.op !== "list" || !Array.isArray(part.args)) return undefined;
  const literals = (part.args as readonly unknown[]).map(literalOf).filter((each) => each !== undefined);
  return literals.length === part.args.length ? literals : undefined;
}

/** The operands of a comparison with a literal: the part that is compared, and the literal. */
export function comparedPart({ op, args }: CelNode): readonly [CelNode, Literal] | undefined {
  if (!comparisons.has(op) || !Array.isArray(args)) return undefined;
  const [left, right] = args as readonly unknown[];
  const [one, other] = [literalOf(left), literalOf(right)];
  if (other !== undefined && one === undefined && isCelNode(left)) return [left, other];
  return one !== undefined && other === undefined && isCelNode(right) ? [right, one] : undefined;
}
