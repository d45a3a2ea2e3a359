import type { JsonSchema } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import type { TypeScope } from "./scope.ts";

/** How deep a type may be nested, whichever way it is written. */
export const depthLimit = 24;

/** A value in a schema that refers to named types, to be checked once these are known. */
export interface LateValue {
  readonly keyword: string;
  readonly item: SyntaxNode;
  /** What the value has to fit. */
  readonly schema: JsonSchema;
}

/** A schema as it is being compiled: where names are looked up, and how deep we are. */
export interface SchemaContext {
  readonly scope: TypeScope;
  readonly report: Report;
  readonly depth: number;
  /** True inside `allOf`, `not`, `if`…: the schema speaks about a part of an object and does not close it. */
  readonly partial: boolean;
  /** True where a keyword of JSON Schema holds this: a map of keywords alone is then no map of properties. */
  readonly inKeyword: boolean;
  /** True where only an object can stand, so that `{}` is one without properties. */
  readonly isObject: boolean;
  /** Collects what can only be checked later. */
  readonly values: LateValue[];
  /** Compiles a schema inside this one. */
  compile(node: SyntaxNode, context: SchemaContext): JsonSchema | undefined;
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const propertyName = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,128}$/u;

/** `__proto__` is left out because validators and languages treat it as no property. */
export function isPropertyName(name: string): boolean {
  return propertyName.test(name) && name !== "__proto__";
}
