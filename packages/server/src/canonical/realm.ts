import { escapeText } from "@proviso/manifest";
import { storeKey } from "./fingerprint.ts";

/** A product in an environment. What one of them keeps in a store is never another's. */
export interface Realm {
  readonly product: string;
  /** `env` of the server. */
  readonly env: string;
}

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
