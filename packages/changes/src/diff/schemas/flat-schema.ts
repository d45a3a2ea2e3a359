import { isObject, type Json, type JsonObject, listOf } from "@proviso/manifest";
import { annotations, joinTypes, mergeAllOf, resolvePointer } from "@proviso/manifest/same-schema";

/** Keywords that do not affect which values are valid here; definitions are followed before. */
const ignoredKeywords: ReadonlySet<string> = new Set([
  ...annotations,
  "$defs",
  "$id",
  "contentEncoding",
  "contentMediaType",
  "default",
  "definitions",
  "sensitive",
]);
const maxSteps = 500;

/** The target of a schema that is only a reference, to recognise a type that holds itself. */
export function followReference(schema: Json, root: Json): Json {
  let current = schema;
  for (let steps = 0; steps < maxSteps && isObject(current) && isObject(root); steps += 1) {
    const { $ref, ...rest } = current;
    if (typeof $ref !== "string" || !Object.keys(rest).every((key) => ignoredKeywords.has(key)))
      return current;
    const target = resolvePointer($ref, root);
    if (target === undefined) return current;
    current = target;
  }
  return current;
}

/**
 * The rules of a schema in one object: references followed, `allOf` merged, alternatives of
 * different types joined. `false` accepts nothing; undefined if a reference leads nowhere.
 */
export function flatSchema(
  schema: Json,
  root: Json,
  budget: { left: number } = { left: maxSteps },
): JsonObject | false | undefined {
  if (schema === true) return {};
  if (schema === false) return false;
  if (!isObject(schema) || --budget.left < 0) return undefined;
  const { $ref, ...written } = schema;
  const own = Object.fromEntries(Object.entries(written).filter(([key]) => !ignoredKeywords.has(key)));
  const parts = [...listOf(own["allOf"])];
  if ($ref !== undefined) {
    const target = typeof $ref === "string" && isObject(root) ? resolvePointer($ref, root) : undefined;
    if (target === undefined) return undefined;
    parts.push(target);
  }
  // One alternative is none: its annotations go as well.
  const alone = (["anyOf", "oneOf"] as const).filter((key) => listOf(own[key]).length === 1);
  parts.push(...alone.flatMap((key) => listOf(own[key])));
  const flat: JsonObject[] = [];
  for (const part of parts) {
    const one = flatSchema(part, root, budget);
    if (one === undefined || one === false) return one;
    flat.push(one);
  }
  const said = Object.entries(own).filter(
    ([key]) => key !== "allOf" && !(alone as readonly string[]).includes(key),
  );
  const rest = Object.fromEntries(said);
  const merged = mergeAllOf(flat.length > 0 ? { ...rest, allOf: flat } : rest);
  return joinTypes(withFlatBranches(merged, root, budget));
}

/** Alternatives can be joined only where nothing is said beside their types. */
function withFlatBranches(schema: JsonObject, root: Json, budget: { left: number }): JsonObject {
  const key = ["anyOf", "oneOf"].find((each) => schema[each] !== undefined);
  if (key === undefined || Object.keys(schema).length > 1) return schema;
  const branches = listOf(schema[key]).map((branch) => flatSchema(branch, root, budget) ?? branch);
  const joined = joinTypes({ [key]: branches });
  return Object.hasOwn(joined, key) ? schema : joined;
}
