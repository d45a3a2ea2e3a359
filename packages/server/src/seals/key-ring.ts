import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** Keys for one use, derived from the state keys. */
export interface KeyRing {
  /** Seals. */
  readonly current: RingKey;
  /** Open what they sealed; the current key comes first. */
  readonly all: readonly [RingKey, ...RingKey[]];
  byId(id: string): RingKey | undefined;
}

export interface RingKey {
  /** Written into each seal. */
  readonly id: string;
  /** Of 32 bytes. A KeyObject: ciphers and HMAC are many times slower with bytes (Node 24). */
  readonly secret: KeyObject;
}

const shortestStateKey = 32;
const keyBytes = 32;
const idBytes = 6;

/**
 * One key for each state key, so that what is made for one use is of no use elsewhere (HKDF-SHA256,
 * RFC 5869). Throws a TypeError for a list without keys, or with a short one.
 */
export function keyRing(stateKeys: readonly Uint8Array[], use: string): KeyRing {
  const known = new Map(requireKeys(stateKeys).map((key) => [stateKeyId(key), key]));
  const [current, ...former] = Array.from(known, ([id, key]) => ({
    id,
    secret: createSecretKey(derivedKey(key, use, keyBytes)),
  }));
  if (!current) throw new TypeError("`stateKeys` is empty: give the key that seals, then former ones");
  const all = [current, ...former] as const;
  return { current, all, byId: (id) => all.find((key) => key.id === id) };
}

/** Twelve hex digits that identify a state key and say nothing about it. */
export function stateKeyId(stateKey: Uint8Array): string {
  return derivedKey(stateKey, "proviso.key-id.1", idBytes).toString("hex");
}

function requireKeys(stateKeys: readonly Uint8Array[]): readonly Uint8Array[] {
  if (!Array.isArray(stateKeys))
    throw new TypeError("`stateKeys` must be a list of keys: `[current, ...former]`");
  for (const key of stateKeys as readonly unknown[])
    if (!(key instanceof Uint8Array) || key.length < shortestStateKey)
      throw new TypeError(`each of \`stateKeys\` must be a Uint8Array of at least ${shortestStateKey} bytes`);
  return stateKeys;
}

function derivedKey(stateKey: Uint8Array, use: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", stateKey, "", use, bytes));
}
