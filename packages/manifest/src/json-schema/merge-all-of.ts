import { canonicalJson } from "../text/canonical.ts";
import type { Json, JsonObject } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import { comparedKeywords } from "./keywords.ts";

/** Groups of keywords that depend on each other. Only a whole group can move to another schema. */
const keywordFamilies = [
  ["properties", "patternProperties", "additionalProperties"],
  ["items", "prefixItems"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
  ["enum", "type"],
] as const;
/** Keywords that stay in `allOf`, as do unknown ones, whose meaning may depend on their place. */
const fixedKeywords: ReadonlySet<string> = new Set(["allOf", "anyOf", "const", "not", "oneOf"]);

/**
 * A schema in which what `allOf` holds stands in the schema itself, as far as that means the same.
 * An `anyOf` or `oneOf` of one schema is an `allOf`.
 */
export function mergeAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = unwrapBranch(schema);
  if (!Array.isArray(allOf)) return rest;
  let merged: JsonObject = rest;
  const unmerged: Json[] = [];
  for (const branch of allOf as readonly Json[]) {
    if (isObject(branch) && canMerge(merged, branch)) merged = { ...merged, ...branch };
    else unmerged.push(branch);
  }
  return unmerged.length === 0 ? merged : { ...merged, allOf: unmerged };
}

function unwrapBranch({ anyOf, oneOf, ...rest }: JsonObject): JsonObject {
  const singleBranches = [anyOf, oneOf].filter(
    (list) => Array.isArray(list) && list.length === 1,
  ) as (readonly Json[])[];
  const kept = {
    ...(anyOf === undefined || singleBranches.includes(anyOf as readonly Json[]) ? {} : { anyOf }),
    ...(oneOf === undefined || singleBranches.includes(oneOf as readonly Json[]) ? {} : { oneOf }),
  };
  if (singleBranches.length === 0) return { ...rest, ...kept };
  const { allOf = [] } = rest;
  const parts = [...(allOf as readonly Json[]), ...singleBranches.flat()];
  const sorted = parts.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  return { ...rest, ...kept, allOf: sorted };
}

/** Keywords of both schemas at once would mean both; the same with the same value means it once. */
function canMerge(merged: JsonObject, branch: JsonObject): boolean {
  const clash = Object.keys(branch).some(
    (key) => Object.hasOwn(merged, key) && !isSameBranch(merged[key], branch[key]),
  );
  if (clash || !Object.keys(branch).every((key) => comparedKeywords.has(key) && !fixedKeywords.has(key)))
    return false;
  return keywordFamilies.every((family) => {
    const has = (schema: JsonObject): readonly string[] => family.filter((key) => Object.hasOwn(schema, key));
    const [own, others] = [has(merged), has(branch)];
    return (
      own.length === 0 ||
      others.length === 0 ||
      isSameBranch(pickKeywords(merged, own), pickKeywords(branch, others))
    );
  });
}

function pickKeywords(schema: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, schema[key] ?? null]));
}

function isSameBranch(a: Json | undefined, b: Json | undefined): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}
