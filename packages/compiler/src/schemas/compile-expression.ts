import type { JsonSchema } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import { type Span, spanInside } from "../report/source.ts";
import type { ScalarNode } from "../syntax/syntax-tree.ts";
import { parseExpression, type TypeExpression } from "./parse-expression.ts";
import { typeErrors } from "./problems.ts";
import { maxTypeNesting } from "./schema-context.ts";
import { builtInTypes, findType, nearestType, type TypeScope } from "./scope.ts";

interface ExpressionCompiling {
  readonly node: ScalarNode;
  readonly scope: TypeScope;
  readonly report: Report;
}

/**
 * Compiles an expression such as `email[]`, `sent | failed` or `files.fileId` to JSON Schema. Named
 * types become references into `$defs`.
 */
export function compileExpression(
  node: ScalarNode,
  scope: TypeScope,
  report: Report,
): JsonSchema | undefined {
  const parsed = parseExpression(String(node.value));
  const compiling = { node, scope, report };
  if (parsed.ok && expressionDepth(parsed.expression) > maxTypeNesting)
    return void report(typeErrors.at(node.span, "too-deep", {}));
  if (parsed.ok) return compileType(parsed.expression, compiling);
  report(typeErrors.at(expressionPlace(parsed, compiling), "syntax", { problem: parsed.problem }));
}

function expressionDepth(expression: TypeExpression): number {
  if (expression.kind === "list") return 1 + expressionDepth(expression.item);
  return expression.kind === "union" ? 1 + Math.max(...expression.members.map(expressionDepth)) : 0;
}

/** The span of a part of the expression; of the whole if the source differs from it. */
function expressionPlace(
  { from, to }: { readonly from: number; readonly to: number },
  { node }: ExpressionCompiling,
): Span {
  return node.textSpan ? spanInside(node.textSpan, from, to) : node.span;
}

function compileType(expression: TypeExpression, compiling: ExpressionCompiling): JsonSchema | undefined {
  switch (expression.kind) {
    case "literal":
      return { type: "string", const: expression.value };
    case "name":
      return compileName(expression, compiling);
    case "list": {
      const items = compileType(expression.item, compiling);
      return items && { type: "array", items };
    }
    case "union":
      return compileUnion(expression.members, compiling);
  }
}

function compileName(
  expression: TypeExpression & { kind: "name" },
  compiling: ExpressionCompiling,
): JsonSchema | undefined {
  const { scope, report } = compiling;
  const found = lookUpType(expression.name, scope);
  const full = builtInTypes.has(expression.name) ? undefined : findType(expression.name, scope);
  if (full !== undefined) scope.noted?.(full, expressionPlace(expression, compiling));
  if (found || scope.isIncomplete()) return found;
  const problem = { name: expression.name, nearest: nearestType(expression.name, scope) };
  report(typeErrors.at(expressionPlace(expression, compiling), "unknown-type", problem));
}

function lookUpType(name: string, scope: TypeScope): JsonSchema | undefined {
  const full = findType(name, scope);
  return builtInTypes.get(name) ?? (full === undefined ? undefined : { $ref: `#/$defs/${full}` });
}

/** Unquoted words are literals only if no member is a type, else a misspelt type would be one. */
function compileUnion(
  members: readonly TypeExpression[],
  compiling: ExpressionCompiling,
): JsonSchema | undefined {
  const { scope } = compiling;
  const literal = members.every(
    (member) => member.kind === "literal" || (member.kind === "name" && isBareWord(member.name, scope)),
  );
  reportRepeated(members, compiling);
  if (literal) return { type: "string", enum: [...new Set(members.map(textOfMember))] };
  const compiled = members.map((member) =>
    member.kind === "name" && !lookUpType(member.name, scope)
      ? reportUnquoted(member, compiling)
      : compileType(member, compiling),
  );
  const anyOf = compiled.filter((schema) => schema !== undefined);
  return anyOf.length === members.length ? { anyOf } : undefined;
}

function isBareWord(name: string, scope: TypeScope): boolean {
  return !name.includes(".") && !lookUpType(name, scope);
}

function textOfMember(member: TypeExpression): string {
  if (member.kind === "literal") return member.value;
  return member.kind === "name" ? member.name : "";
}

function reportUnquoted(
  member: TypeExpression & { kind: "name" },
  compiling: ExpressionCompiling,
): undefined {
  if (member.name.includes(".")) return void compileName(member, compiling);
  const problem = { word: member.name, nearest: nearestType(member.name, compiling.scope) };
  compiling.report(typeErrors.at(expressionPlace(member, compiling), "unquoted-literal", problem));
}

function reportRepeated(members: readonly TypeExpression[], compiling: ExpressionCompiling): void {
  members.forEach((member, index) => {
    const text = textOfMember(member);
    const before = members.slice(0, index).some((each) => text !== "" && textOfMember(each) === text);
    if (before)
      compiling.report(
        typeErrors.at(expressionPlace(member, compiling), "repeated-member", { member: text }),
      );
  });
}
