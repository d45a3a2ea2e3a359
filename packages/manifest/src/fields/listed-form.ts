import type { Json } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";

export function kindAloneOf(value: Json): Json {
  return isObject(value) && Object.keys(value).length === 1 ? (value["kind"] ?? value) : value;
}

export function eachFact(list: Json, change: (value: Json) => Json): Json {
  return Array.isArray(list) ? list.map(change) : list;
}
