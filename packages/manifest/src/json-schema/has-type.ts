import type { Json } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";

/** Whether a value has a JSON type. An integer is also a number. */
export function hasType(value: Json, type: Json): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return type === "object" ? isObject(value) : typeof value === type;
}
