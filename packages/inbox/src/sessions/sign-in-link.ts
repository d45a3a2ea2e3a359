import { randomBytes } from "node:crypto";
import type { Json } from "@proviso/manifest";
import {
  type Clock,
  fingerprintOfText,
  type Reviewer,
  type Store,
  valueSeal,
} from "@proviso/server/extension";

export interface SignInLinkOptions {
  /** The address of the inbox. */
  readonly url: string;
  /** The store of the servers. */
  readonly store: Store;
  /** Their state keys. */
  readonly stateKeys: readonly Uint8Array[];
  readonly clock?: Clock;
}

const validMs = 10 * 60_000;

/**
 * A link that signs somebody in to the inbox once, within ten minutes: for an operator's terminal.
 * The secret stands in the fragment, which browsers do not send, so that it is in no server's log.
 */
export async function signInLink(
  { url, store, stateKeys, clock }: SignInLinkOptions,
  reviewer: Reviewer,
): Promise<string> {
  if ("principal" in reviewer && reviewer.principal.kind !== "user")
    throw new TypeError("only a person signs in to the inbox: the principal must be of kind `user`");
  const code = randomBytes(32).toString("base64url");
  const seal = valueSeal(stateKeys);
  const key = keyOf(code);
  const now = store.now ? await store.now() : (clock?.now() ?? new Date());
  const value = seal.seal(reviewer as unknown as Json, key);
  await store.put(key, value, new Date(now.getTime() + validMs));
  return `${url.replace(/\/+$/, "")}/sign-in#${code}`;
}

/** Returns who signs in with a code. A code counts once. */
export async function useCode(
  store: Store,
  stateKeys: readonly Uint8Array[],
  code: string,
): Promise<Reviewer | undefined> {
  const key = keyOf(code);
  const value = (await store.get(key))?.value;
  if (typeof value !== "string" || !(await store.delete(key))) return undefined;
  return valueSeal(stateKeys).open(value, key) as unknown as Reviewer | undefined;
}

/** Nobody can guess a code, so its name in the store needs no key. */
function keyOf(code: string): string {
  return `inbox-code:${fingerprintOfText(`code ${code}`)}`;
}
