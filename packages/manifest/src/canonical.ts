import canonicalize from "canonicalize";
import type { Json } from "./contract.ts";

/** Canonical JSON (RFC 8785): equal values have equal text, whatever the order of their keys. */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}
