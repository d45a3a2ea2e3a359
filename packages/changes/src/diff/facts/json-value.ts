import { canonicalJson, type Json } from "@proviso/manifest";

/** A value of a contract as JSON, which it is: interfaces are not assignable to `JsonObject`. */
export function json(value: object | string | number | boolean | null | undefined): Json | undefined {
  return value as Json | undefined;
}

/** Whether a field before and after is absent, or equal as JSON. */
export function isSame(one: object | Json | undefined, other: object | Json | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  return canonicalJson(one as Json) === canonicalJson(other as Json);
}

/** `` `never` ``: a short value in a message. `none` is what an absent value means there. */
export function shown(value: object | Json): string;
export function shown(value: object | Json | undefined, none: string): string;
export function shown(value: object | Json | undefined, none = "no value"): string {
  if (value === undefined) return none;
  const text = typeof value === "string" ? value : canonicalJson(value as Json);
  return `\`${text.length > 60 ? `${text.slice(0, 59)}…` : text}\``;
}
