import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { parseExpression } from "./parse-expression.ts";
import { builtInTypes, type TypeScope } from "./scope.ts";

/** Whether a value has the form of a type, whatever names it contains. */
export function mayBeWritten(node: SyntaxNode): boolean {
  if (node.kind !== "scalar") return node.kind === "map";
  return typeof node.value === "string" && parseExpression(node.value).ok;
}

/** Whether a value can be a type expression: a word that names no type is text. */
export function mayBeType(node: SyntaxNode, scope: Omit<TypeScope, "references">): boolean {
  if (node.kind === "map") return node.entries.every(({ value }) => mayBeType(value, scope));
  if (node.kind !== "scalar" || typeof node.value !== "string") return false;
  const parsed = parseExpression(node.value);
  if (!parsed.ok || parsed.expression.kind !== "name") return parsed.ok;
  const { name } = parsed.expression;
  const full = name.includes(".") ? name : `${scope.domain}.${name}`;
  return builtInTypes.has(name) || scope.declared.has(full);
}
