import type { JsonSchema } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import type { TypeScope } from "./scope.ts";

/** How deep a type may be nested, whichever way it is written. */
export const depthLimit = 24;

/** A value in a schema that refers to named types; checked once these are known. */
export interface LateValue {
  readonly keyword: string;
  readonly item: SyntaxNode;
  /** The schema that the value must fit. */
  readonly schema: JsonSchema;
}

/** The context of a schema during compilation: the names in scope, and the depth. */
export interface SchemaContext {
  readonly scope: TypeScope;
  readonly report: Report;
  readonly depth: number;
  /** True inside `allOf`, `not`, `if` and similar: the schema describes a part of an object and does not close it. */
  readonly partial: boolean;
  /** True if the schema is the value of a JSON Schema keyword. A map whose keys are all keywords is then JSON Schema. */
  readonly inKeyword: boolean;
  /** True if the place takes only an object, so that `{}` is an object without properties. */
  readonly isObject: boolean;
  /** Collects the values that can only be checked later. */
  readonly values: LateValue[];
  /** Compiles a nested schema. */
  compile(node: SyntaxNode, context: SchemaContext): JsonSchema | undefined;
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const propertyName = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,128}$/u;

/** `__proto__` is not allowed, because validators and languages do not treat it as a property. */
export function isPropertyName(name: string): boolean {
  return propertyName.test(name) && name !== "__proto__";
}
