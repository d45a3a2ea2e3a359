import type { JsonSchema } from "../contract/contract.ts";
import { textsAllowedAt } from "../json-schema/schema-at.ts";

/** A node of the library's CEL syntax tree. */
export interface CelNode {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
}

/** A text that is compared with an input field, but that the field can never be. */
export interface ImpossibleText {
  readonly node: CelNode;
  readonly field: string;
  readonly allowed: readonly string[];
}

export function isCelNode(value: unknown): value is CelNode {
  return typeof value === "object" && value !== null && "op" in value && "args" in value;
}

/** Whether two parts of syntax trees differ at most in their positions. Values that do not show what they are, such as `5u`, differ. */
export function isSameSyntax(one: unknown, other: unknown): boolean {
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((part, at) => isSameSyntax(part, other[at]))
    );
  if (isCelNode(one)) return isCelNode(other) && one.op === other.op && isSameSyntax(one.args, other.args);
  return Object.is(one, other);
}

/** Comparisons with one result for every input: a misspelt text turns off a confirmation. */
export function impossibleTexts(celNode: unknown, schema: JsonSchema): ImpossibleText[] {
  if (Array.isArray(celNode)) return celNode.flatMap((item) => impossibleTexts(item, schema));
  if (!isCelNode(celNode)) return [];
  return [...impossibleComparisons(celNode, schema), ...impossibleTexts(celNode.args, schema)];
}

function impossibleComparisons({ op, args }: CelNode, schema: JsonSchema): ImpossibleText[] {
  if ((op !== "==" && op !== "!=" && op !== "in") || !Array.isArray(args)) return [];
  const [left, right] = args as readonly unknown[];
  const sides =
    op === "in"
      ? [[left, right]]
      : [
          [left, right],
          [right, left],
        ];
  return sides.flatMap(([field, texts]) => compareTexts(field, textLiterals(texts), schema));
}

function textLiterals(celNode: unknown): CelNode[] {
  if (!isCelNode(celNode)) return [];
  if (celNode.op === "list" && Array.isArray(celNode.args)) return celNode.args.flatMap(textLiterals);
  return celNode.op === "value" && typeof celNode.args === "string" ? [celNode] : [];
}

function compareTexts(celNode: unknown, texts: readonly CelNode[], schema: JsonSchema): ImpossibleText[] {
  const path = pathOf(celNode);
  const allowed = path && path.length > 1 && path[0] === "input" && textsAllowedAt(path.slice(1), schema);
  if (!path || !allowed) return [];
  return texts.flatMap((node) =>
    allowed.includes(String(node.args)) ? [] : [{ node, field: path.join("."), allowed }],
  );
}

/** The parts of `input.a.b`; undefined for anything but a plain path. */
export function pathOf(celNode: unknown): string[] | undefined {
  if (!isCelNode(celNode)) return undefined;
  if (celNode.op === "id") return [String(celNode.args)];
  if (celNode.op !== "." || !Array.isArray(celNode.args)) return undefined;
  const [of, name] = celNode.args as readonly unknown[];
  const path = pathOf(of);
  return path && typeof name === "string" ? [...path, name] : undefined;
}
