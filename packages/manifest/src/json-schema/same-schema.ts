import { canonicalJson } from "../text/canonical.ts";
import type { JsonSchema } from "../contract/contract.ts";
import { normalSchema } from "./normal-schema.ts";

/**
 * True if two schemas certainly accept the same values. They may differ in the order of keys, in
 * titles and descriptions, and in notation. False if that is uncertain.
 */
export function isSameSchema(one: JsonSchema, other: JsonSchema): boolean {
  if (canonicalJson(one) === canonicalJson(other)) return true;
  const [first, second] = [normalSchema(one), normalSchema(other)];
  return first !== undefined && second !== undefined && canonicalJson(first) === canonicalJson(second);
}
