import type { JsonSchema } from "@proviso/manifest";
import type { Report } from "../report/diagnostic.ts";
import { compareText } from "../report/diagnostic.ts";
import { recordOf } from "../syntax/record.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { checkValue } from "../types/check-keywords.ts";
import { type CompiledSchema, compileSchema } from "../types/compile-schema.ts";
import { typeErrors } from "../types/problems.ts";
import { resolveErrors } from "./problems.ts";
import { isIncomplete, type NamedType, type ProjectNames } from "./project-names.ts";
import type { Symbols } from "./symbols.ts";

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

/** The named types that compiled. One that is missing has been reported. */
export function compileNamedTypes(symbols: Symbols, report: Report): ReadonlyMap<string, NamedType> {
  const state = new Set(symbols.incomplete ? ["incomplete"] : []);
  const names = { typeNames: symbols.typeNames, state };
  const compiled = new Map<string, CompiledSchema>();
  for (const [full, { domain, declaration }] of symbols.types) {
    const schema = compileIn(domain, declaration.written, names, report);
    if (schema) compiled.set(full, schema);
  }
  const types = withoutRecursion(compiled, symbols, report);
  for (const type of types.values()) checkValues(type, types, report);
  return new Map([...types].map(([full, { schema, references }]) => [full, { schema, references }]));
}

/** The defaults, examples and their like of a schema that refer to named types; unless one of those did not compile. */
export function checkValues({ references, values }: CompiledSchema, types: NamedTypes, report: Report): void {
  for (const value of values) {
    const schema = selfContained({ schema: value.schema, references }, types);
    if (schema) checkValue({ ...value, schema }, report);
  }
}

/** In more named types, each nested as deep as it may be, whatever follows them runs out of stack: Ajv does in 24. */
const longestWay = 16;

/** A type that holds itself has no bound on its depth; neither validators nor readers want one. */
function withoutRecursion(
  compiled: ReadonlyMap<string, CompiledSchema>,
  symbols: Symbols,
  report: Report,
): ReadonlyMap<string, CompiledSchema> {
  const recursive = new Set<string>();
  const ways = new Map<string, number>();
  const reportRecursive = (cycle: readonly string[], full: string): void => {
    const declaration = symbols.types.get(full)?.declaration;
    const known = cycle.some((name) => recursive.has(name));
    for (const name of cycle) recursive.add(name);
    if (declaration && !known)
      report(resolveErrors.at(declaration.span, "recursive-type", { path: [...cycle, full] }));
  };
  /** How many types the longest way through this one goes; infinite where that is not looked at any farther. */
  const visit = (full: string, path: readonly string[]): number => {
    const start = path.indexOf(full);
    if (start >= 0) reportRecursive(path.slice(start), full);
    const known = start >= 0 ? 0 : ways.get(full);
    if (known !== undefined) return known;
    if (path.length >= longestWay) return Infinity;
    let way = 1;
    for (const reference of compiled.get(full)?.references ?? [])
      way = Math.max(way, 1 + visit(reference, [...path, full]));
    ways.set(full, way);
    return way;
  };
  for (const full of compiled.keys()) visit(full, []);
  const finite = [...compiled].filter(([full]) => !recursive.has(full));
  const isLong = (full: string): boolean => (ways.get(full) ?? 0) > longestWay;
  const long = finite.find(([full]) => isLong(full));
  const declaration = long && symbols.types.get(long[0])?.declaration;
  if (declaration) report(typeErrors.at(declaration.span, "too-deep", { through: longestWay }));
  return new Map(finite.filter(([full]) => !isLong(full)));
}

/** Every named type that these references lead to; nothing, if one of them did not compile. */
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

/** The schema with every named type that it reaches under `$defs`; nothing, if one of them did not compile. */
export function selfContained({ schema, references }: NamedType, types: NamedTypes): JsonSchema | undefined {
  const reached = reachedTypes(references, types);
  if (!reached || reached.size === 0) return reached && schema;
  return { ...schema, $defs: recordOf([...reached].toSorted(([a], [b]) => compareText(a, b))) };
}

/** A schema that is only the name of a type, as that type itself: what a tool takes and returns is an object. */
export function inlineRoot(compiled: NamedType, types: NamedTypes): NamedType | undefined {
  const { $ref, ...rest } = compiled.schema;
  if (typeof $ref !== "string") return compiled;
  const type = types.get($ref.slice("#/$defs/".length));
  if (!type) return undefined;
  const inner = { ...type, schema: { ...type.schema, ...rest } };
  return inlineRoot(inner, types);
}
