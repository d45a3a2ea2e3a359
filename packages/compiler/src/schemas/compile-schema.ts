import type { Json, JsonSchema } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import { nearest } from "../report/did-you-mean.ts";
import { recordOf } from "../syntax/record.ts";
import { type MapEntry, type MapNode, nameOfNode, type SyntaxNode } from "../syntax/syntax-tree.ts";
import { compileExpression } from "./compile-expression.ts";
import { compileKeywords } from "./compile-keywords.ts";
import { decisiveKeywords, isForeignRemark, keywords, olderNames, unsupportedKeywords } from "./keywords.ts";
import { mayBeType, mayBeWritten } from "./may-be-type.ts";
import { typeErrors } from "./problems.ts";
import { isPropertyName } from "./property-name.ts";
import { maxTypeNesting, type LateValue, type SchemaContext } from "./schema-context.ts";
import type { TypeScope } from "./scope.ts";

/** A schema, and the full names of the types it refers to as `#/$defs/domain.name`. */
export interface CompiledSchema {
  readonly schema: JsonSchema;
  readonly references: ReadonlySet<string>;
  /** Defaults and similar values that are checked later, because their schema refers to types. */
  readonly values: readonly LateValue[];
}

/**
 * Compiles a node in a place for a type: a type expression, a map of properties, or JSON Schema.
 * `isObject`: the place takes only an object.
 */
export function compileSchema(
  node: SyntaxNode,
  { isObject, ...names }: Omit<TypeScope, "references"> & { readonly isObject: boolean },
  report: Report,
): CompiledSchema | undefined {
  const references = new Set<string>();
  const values: LateValue[] = [];
  const scope = { ...names, references };
  const start = { depth: 0, partial: false, inKeyword: false, isObject };
  const schema = compileNode(node, { ...start, scope, report, values, compile: compileNode });
  return schema && { schema, references, values };
}

function compileNode(node: SyntaxNode, context: SchemaContext): JsonSchema | undefined {
  if (context.depth > maxTypeNesting) return void context.report(typeErrors.at(node.span, "too-deep", {}));
  if (node.kind === "scalar" && typeof node.value === "string")
    return compileExpression(node, context.scope, context.report);
  if (node.kind === "scalar" && typeof node.value === "boolean" && context.inKeyword)
    return node.value ? {} : { not: {} };
  if (node.kind !== "map")
    return void context.report(typeErrors.at(node.span, "not-a-type", { found: nameOfNode(node) }));
  if (node.entries.length === 0 && context.inKeyword) return {};
  if (node.entries.length === 0 && !context.isObject)
    return void context.report(typeErrors.at(node.span, "empty-map", {}));
  const deciding = decidingKeyword(node, context);
  if (deciding) return compileKeywords(node, deciding, context);
  return reportMissingType(node, context) ? undefined : compileProperties(node, context);
}

/** Reports a map of keywords that lacks, or misspells, the one that would make it JSON Schema. */
function reportMissingType(node: MapNode, context: SchemaContext): boolean {
  const { entries } = node;
  const isDoubtful = mayBeKeywords(node, context);
  const stray = entries.find(({ key, value }) => keywords.has(key) && (isDoubtful || !mayBeWritten(value)));
  if (!stray) return false;
  const misspelt = entries.find(({ key }) => !keywords.has(key) && nearest(key, decisiveKeywords));
  const meant = misspelt && nearest(misspelt.key, decisiveKeywords);
  const problem = { keyword: stray.key, misspelt: misspelt?.key, meant, isType: mayBeWritten(stray.value) };
  context.report(typeErrors.at((misspelt ?? stray).keySpan, "missing-type", problem));
  return true;
}

/** `{ description: string }` is ambiguous: a property of that name, or a described value. */
function mayBeKeywords({ entries }: MapNode, { inKeyword, isObject }: SchemaContext): boolean {
  if (isObject) return false;
  const isDescription = entries.length === 1 && entries[0]?.key === "description";
  return isDescription || (inKeyword && entries.every(({ key }) => keywords.has(key)));
}

/**
 * The key that makes a map JSON Schema. Inside a partial schema, any keyword does. As the value of
 * a keyword, a map is also JSON Schema if all keys are keywords and some value cannot be a type.
 */
function decidingKeyword(node: MapNode, context: SchemaContext): string | undefined {
  const decides = ({ key }: MapEntry): boolean =>
    key.startsWith("$") || decisiveKeywords.has(key) || (context.partial && isKeyword(key));
  const deciding = node.entries.find(decides)?.key;
  if (deciding !== undefined || !context.inKeyword) return deciding;
  const isSchema =
    node.entries.every(({ key }) => isKeyword(key)) &&
    node.entries.some(({ value }) => !mayBeType(value, context.scope));
  return isSchema ? node.entries[0]?.key : undefined;
}

function isKeyword(key: string): boolean {
  return keywords.has(key) || unsupportedKeywords.has(key) || olderNames.has(key) || isForeignRemark(key);
}

/** `name: type` and `name?: type`: a closed object. */
function compileProperties(node: MapNode, context: SchemaContext): JsonSchema | undefined {
  const { report } = context;
  const required: string[] = [];
  const properties: [string, Json][] = [];
  for (const { key, keySpan, value } of node.entries) {
    const name = key.endsWith("?") ? key.slice(0, -1) : key;
    const inside = { depth: context.depth + 1, partial: false, inKeyword: false, isObject: false };
    const schema = compileNode(value, { ...context, ...inside });
    if (!isPropertyName(name)) report(typeErrors.at(keySpan, "bad-property-name", { name }));
    else if (properties.some(([each]) => each === name))
      report(typeErrors.at(keySpan, "repeated-property", { name }));
    else if (schema) properties.push([name, schema]);
    if (name === key) required.push(name);
  }
  if (properties.length < node.entries.length) return undefined;
  return {
    type: "object",
    properties: recordOf(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
