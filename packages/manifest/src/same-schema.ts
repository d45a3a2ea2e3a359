import { canonicalJson } from "./json/canonical.ts";
import type { JsonSchema } from "./contract/contract.ts";
import { normalSchema } from "./same-schema/normal-schema.ts";

/**
 * Whether two schemas surely admit the same values. They may differ in the order of keys, in titles and descriptions, and in how
 * the same is written. False where it is in doubt.
 */
export function isSameSchema(one: JsonSchema, other: JsonSchema): boolean {
  if (canonicalJson(one) === canonicalJson(other)) return true;
  const [first, second] = [normalSchema(one), normalSchema(other)];
  return first !== undefined && second !== undefined && canonicalJson(first) === canonicalJson(second);
}
