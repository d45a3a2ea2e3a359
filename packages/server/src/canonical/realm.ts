import { escapeText } from "@proviso/manifest";
import type { Realm } from "../api/approvals.ts";
import { storeKey } from "./fingerprint.ts";

/** A key in the store for what is of one product and environment. */
export function realmKey(
  { product, env }: Realm,
  kind: string,
  ...parts: readonly (string | null)[]
): string {
  return storeKey(kind, product, env, ...parts);
}

export function isSameRealm(one: Realm, other: Realm): boolean {
  return one.product === other.product && one.env === other.env;
}

/** In a sentence of plain text. */
export function realmText({ product, env }: Realm): string {
  return `${escapeText(product)} (${escapeText(env)})`;
}
