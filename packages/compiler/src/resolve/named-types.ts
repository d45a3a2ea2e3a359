import type { Json, JsonSchema } from "@proviso/manifest";
import { type Report, compareText } from "../report/diagnostic.ts";
import { recordOf } from "../syntax/record.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { checkValue } from "../schemas/check-keywords.ts";
import { type CompiledSchema, compileSchema } from "../schemas/compile-schema.ts";
import { groupTypes } from "../schemas/group-types.ts";
import { typeErrors } from "../schemas/problems.ts";
import { maxTypeNesting } from "../schemas/schema-context.ts";
import { resolveErrors } from "./problems.ts";
import { isIncomplete, type NamedType, type ProjectNames } from "./project-names.ts";
import type { Symbols } from "./symbols.ts";
import { endingTypes, typesInPlace } from "./type-cycles.ts";

/** By full name. */
export type NamedTypes = Pick<ReadonlyMap<string, NamedType>, "get">;

export function compileIn(
  domain: string,
  node: SyntaxNode,
  names: Pick<ProjectNames, "typeNames" | "state">,
  report: Report,
  isObject = false,
): CompiledSchema | undefined {
  const scope = { domain, declared: names.typeNames, isIncomplete: () => isIncomplete(names), isObject };
  return compileSchema(node, scope, report);
}

/** The named types that compiled. A missing one has been reported. */
export function compileNamedTypes(symbols: Symbols, report: Report): ReadonlyMap<string, NamedType> {
  const state = new Set(symbols.incomplete ? ["incomplete"] : []);
  const names = { typeNames: symbols.typeNames, state };
  const compiled = new Map<string, CompiledSchema>();
  for (const [full, { domain, declaration }] of symbols.types) {
    const schema = compileIn(domain, declaration.written, names, report);
    if (schema) compiled.set(full, schema);
  }
  const types = withoutEndlessTypes(compiled, symbols, report);
  for (const type of types.values()) checkValues(type, types, report);
  return new Map([...types].map(([full, { schema, references }]) => [full, { schema, references }]));
}

/**
 * Checks the defaults, examples and similar values of a schema against the types it refers to.
 * Skipped if one of those types did not compile.
 */
export function checkValues({ references, values }: CompiledSchema, types: NamedTypes, report: Report): void {
  for (const value of values) {
    const schema = selfContained({ schema: value.schema, references }, types);
    if (schema) checkValue({ ...value, schema }, report);
  }
}

/**
 * The most types in a chain of references. Longer chains, each type as deep as allowed, overflow
 * the stack of later stages: Ajv overflows at 24.
 */
const maxTypeDepth = 16;

/**
 * Removes and reports two kinds of recursive types: one that applies to the same value again, so
 * that validation would not end, and one without finite values. Other recursion is allowed, because
 * the limits on an input's depth and size bound its values.
 */
function withoutEndlessTypes(
  compiled: ReadonlyMap<string, CompiledSchema>,
  symbols: Symbols,
  report: Report,
): ReadonlyMap<string, CompiledSchema> {
  const compiling = withoutLongTypes(compiled, symbols, report);
  const refuse = (typeCycle: readonly string[], kind: "same" | "endless"): void => {
    for (const name of typeCycle) compiling.delete(name);
    const path = typeCycle.toSorted(compareText);
    const span = symbols.types.get(path[0] ?? "")?.declaration.span;
    if (span)
      report(resolveErrors.at(span, "recursive-type", { path: [...path, ...path.slice(0, 1)], kind }));
  };
  for (const typeCycle of typeCircles(typesInPlaceOf(compiling))) refuse(typeCycle, "same");
  const finiteTypes = endingTypes(compiling);
  for (const typeCycle of typeCircles(compiling))
    if (!typeCycle.every((name) => finiteTypes.has(name))) refuse(typeCycle, "endless");
  for (const name of compiling.keys()) if (!finiteTypes.has(name)) compiling.delete(name);
  return compiling;
}

/** The groups of mutually recursive types. */
function typeCircles(types: ReadonlyMap<string, NamedType>): readonly (readonly string[])[] {
  return groupTypes(types).filter(
    ([first = "", ...others]) => others.length > 0 || types.get(first)?.references.has(first),
  );
}

function typesInPlaceOf(types: ReadonlyMap<string, NamedType>): ReadonlyMap<string, NamedType> {
  return new Map(
    [...types].map(([name, { schema }]) => [name, { schema, references: new Set(typesInPlace(schema)) }]),
  );
}

function withoutLongTypes(
  types: ReadonlyMap<string, CompiledSchema>,
  symbols: Symbols,
  report: Report,
): Map<string, CompiledSchema> {
  const typeWays = new Map<string, number>();
  for (const typeCycle of groupTypes(types)) {
    const inside = new Set(typeCycle);
    const beyond = typeCycle.flatMap((name) => [...(types.get(name)?.references ?? [])]);
    const farther = beyond.filter((name) => !inside.has(name)).map((name) => typeWays.get(name) ?? 0);
    const way = typeWeight(typeCycle, types) + Math.max(0, ...farther);
    for (const name of typeCycle) typeWays.set(name, way);
  }
  const isLong = (name: string): boolean => (typeWays.get(name) ?? 0) > maxTypeDepth;
  const long = [...types.keys()].find(isLong);
  const declaration = long === undefined ? undefined : symbols.types.get(long)?.declaration;
  if (declaration) report(typeErrors.at(declaration.span, "too-deep", { through: maxTypeDepth }));
  return new Map([...types].filter(([name]) => !isLong(name)));
}

/**
 * A type alone counts as one, whatever its depth. A recursive group counts by the summed depth of
 * its types, because validation can pass through all of them.
 */
function typeWeight(typeCycle: readonly string[], types: ReadonlyMap<string, NamedType>): number {
  if (typeCycle.length === 1) return 1;
  const levels = typeCycle.map((name) => typeLevels(types.get(name)?.schema ?? {}));
  return Math.ceil(levels.reduce((sum, each) => sum + each, 0) / (2 * maxTypeNesting));
}

function typeLevels(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(typeLevels));
}

/** Every named type that these references reach; undefined if one of them did not compile. */
export function reachedTypes(
  references: Iterable<string>,
  types: NamedTypes,
): ReadonlyMap<string, JsonSchema> | undefined {
  const reached = new Map<string, JsonSchema>();
  const waiting = [...references];
  for (let full = waiting.pop(); full !== undefined; full = waiting.pop()) {
    const type = types.get(full);
    if (!type) return undefined;
    if (reached.has(full)) continue;
    reached.set(full, type.schema);
    waiting.push(...type.references);
  }
  return reached;
}

/** The schema with every named type that it reaches under `$defs`; undefined if one is wrong. */
export function selfContained({ schema, references }: NamedType, types: NamedTypes): JsonSchema | undefined {
  const reached = reachedTypes(references, types);
  if (!reached || reached.size === 0) return reached && schema;
  return { ...schema, $defs: recordOf([...reached].toSorted(([a], [b]) => compareText(a, b))) };
}

/** Replaces a mere reference by the type: the schema of input or output must be an object. */
export function inlineRoot(compiled: NamedType, types: NamedTypes): NamedType | undefined {
  const { $ref, ...rest } = compiled.schema;
  if (typeof $ref !== "string") return compiled;
  const type = types.get($ref.slice("#/$defs/".length));
  if (!type) return undefined;
  const inner = { ...type, schema: { ...type.schema, ...rest } };
  return inlineRoot(inner, types);
}
