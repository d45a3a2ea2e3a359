import type { Json, JsonObject, JsonSchema } from "../contract/contract.ts";

/** A node of the library's CEL syntax tree. */
export interface ConditionNode {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
}

/** A text that is compared with an input field, but that the field can never be. */
export interface ImpossibleText {
  readonly node: ConditionNode;
  readonly field: string;
  readonly allowed: readonly string[];
}

export function isNode(value: unknown): value is ConditionNode {
  return typeof value === "object" && value !== null && "op" in value && "args" in value;
}

/** Comparisons with the same result for every input. A misspelt text in one silently switches off a confirmation. */
export function impossibleTexts(part: unknown, schema: JsonSchema): ImpossibleText[] {
  if (Array.isArray(part)) return part.flatMap((item) => impossibleTexts(item, schema));
  if (!isNode(part)) return [];
  return [...comparedHere(part, schema), ...impossibleTexts(part.args, schema)];
}

function comparedHere({ op, args }: ConditionNode, schema: JsonSchema): ImpossibleText[] {
  if ((op !== "==" && op !== "!=" && op !== "in") || !Array.isArray(args)) return [];
  const [left, right] = args as readonly unknown[];
  const sides =
    op === "in"
      ? [[left, right]]
      : [
          [left, right],
          [right, left],
        ];
  return sides.flatMap(([field, texts]) => compareTexts(field, textsOfSchema(texts), schema));
}

function textsOfSchema(part: unknown): ConditionNode[] {
  if (!isNode(part)) return [];
  if (part.op === "list" && Array.isArray(part.args)) return part.args.flatMap(textsOfSchema);
  return part.op === "value" && typeof part.args === "string" ? [part] : [];
}

function compareTexts(part: unknown, texts: readonly ConditionNode[], schema: JsonSchema): ImpossibleText[] {
  const path = pathOf(part);
  const allowed = path && path.length > 1 && path[0] === "input" && valuesAt(path.slice(1), schema);
  if (!path || !allowed) return [];
  return texts.flatMap((node) =>
    allowed.includes(String(node.args)) ? [] : [{ node, field: path.join("."), allowed }],
  );
}

/** The parts of `input.a.b`; undefined for anything but a plain path. */
export function pathOf(part: unknown): string[] | undefined {
  if (!isNode(part)) return undefined;
  if (part.op === "id") return [String(part.args)];
  if (part.op !== "." || !Array.isArray(part.args)) return undefined;
  const [of, name] = part.args as readonly unknown[];
  const path = pathOf(of);
  return path && typeof name === "string" ? [...path, name] : undefined;
}

/** The possible texts of a field, if its schema lists them. */
function valuesAt(path: readonly string[], root: JsonSchema): readonly string[] | undefined {
  let schema: Json | undefined = root;
  for (const name of path) schema = schemaAt(schemaAt(followReads(schema, root), "properties"), name);
  const last = followReads(schema, root);
  const single = schemaAt(last, "const");
  const values = single === undefined ? schemaAt(last, "enum") : [single];
  const isTexts = Array.isArray(values) && values.every((value) => typeof value === "string");
  return isTexts ? (values as readonly string[]) : undefined;
}

/** Follows named types that only refer to other named types, which are never circular. */
export function followReads(schema: Json | undefined, root: JsonSchema): Json | undefined {
  const reference = schemaAt(schema, "$ref");
  if (typeof reference !== "string") return schema;
  return followReads(schemaAt(root["$defs"], reference.slice("#/$defs/".length)), root);
}

export function schemaAt(value: Json | undefined, key: string): Json | undefined {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
}
