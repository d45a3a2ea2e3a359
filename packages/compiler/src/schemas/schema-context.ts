import type { JsonSchema } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import type { TypeScope } from "./scope.ts";

/** How deep a type may be nested, whichever way it is written. */
export const maxTypeNesting = 24;

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
  /** True inside `allOf`, `not`, `if`: the schema is a part of an object and does not close it. */
  readonly partial: boolean;
  /** True for the value of a JSON Schema keyword: a map of keywords only is then JSON Schema. */
  readonly inKeyword: boolean;
  /** True if the place takes only an object, so that `{}` is an object without properties. */
  readonly isObject: boolean;
  /** Collects the values that can only be checked later. */
  readonly values: LateValue[];
  /** Compiles a nested schema. */
  compile(node: SyntaxNode, context: SchemaContext): JsonSchema | undefined;
}
