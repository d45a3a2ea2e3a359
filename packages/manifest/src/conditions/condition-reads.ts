import type { JsonSchema } from "../contract/contract.ts";
import { resolveReference, schemaAt } from "../json-schema/schema-at.ts";
import { isCelNode, pathOf } from "./condition-values.ts";

/** A place in a condition that reads an optional input field without checking that it exists. */
export interface UnguardedRead {
  /** Such as `input.to.name`. */
  readonly field: string;
  /** Offsets count UTF-16 units inside the expression; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Whether an expression uses a variable; if not, its value is the same for every call. */
export function namesVariable(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(namesVariable);
  return isCelNode(part) && (part.op === "id" || namesVariable(part.args));
}

interface VariableRead {
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
}

/**
 * Each such field once, where it is read first. The position of `has` does not matter, because CEL
 * evaluates either side of `&&` and `||` first.
 */
export function unguardedReads(ast: unknown, schema: JsonSchema): UnguardedRead[] {
  const variableReads: VariableRead[] = [];
  const asked = new Set<string>();
  collectReads(ast, variableReads, asked);
  const found = new Map<string, UnguardedRead>();
  for (const { path, start, end } of variableReads) {
    const fields = optionalFields(path, schema).filter((field) => !asked.has(field));
    for (const field of fields.slice(0, 1)) if (!found.has(field)) found.set(field, { field, start, end });
  }
  return [...found.values()];
}

function collectReads(part: unknown, variableReads: VariableRead[], asked: Set<string>): void {
  if (Array.isArray(part)) for (const item of part) collectReads(item, variableReads, asked);
  if (!isCelNode(part)) return;
  const path = pathOf(part);
  if (path?.[0] === "input") return void variableReads.push({ path, start: part.start, end: part.end });
  const [name, argument] = Array.isArray(part.args) ? (part.args as readonly unknown[]).flat() : [];
  const known = part.op === "call" && name === "has" ? pathOf(argument) : undefined;
  if (!known || !isCelNode(argument)) return collectReads(part.args, variableReads, asked);
  asked.add(known.join("."));
  // Reading a field of an absent object fails as well.
  if (known[0] === "input")
    variableReads.push({ path: known.slice(0, -1), start: argument.start, end: argument.end });
}

/** The optional fields on a path, from the outside in, as far as the schema describes it. */
function optionalFields(path: readonly string[], root: JsonSchema): string[] {
  const found: string[] = [];
  let schema = resolveReference(root, root);
  for (const [index, name] of path.entries()) {
    if (index === 0) continue;
    const field = schemaAt(schemaAt(schema, "properties"), name);
    if (field === undefined || mayRequire.some((keyword) => schemaAt(schema, keyword) !== undefined)) break;
    const required = schemaAt(schema, "required");
    const isThere = Array.isArray(required) && required.includes(name);
    // Its default is filled in before any condition is evaluated.
    if (!isThere && schemaAt(field, "default") === undefined) found.push(path.slice(0, index + 1).join("."));
    schema = resolveReference(field, root);
  }
  return found;
}

/** With these keywords a field may be required after all. */
const mayRequire = ["allOf", "anyOf", "oneOf", "if", "dependentSchemas", "minProperties"] as const;
