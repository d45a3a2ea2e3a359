import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Json } from "@proviso/manifest";
import { keyRing, type RingKey } from "./key-ring.ts";

/** Encrypts stored values, so that readers of the store learn nothing and cannot change them. */
export interface ValueSeal {
  /** `storeKey` is the key under which the value is stored; it opens only under that key. `keyId` names another than the current key. */
  seal(value: Json, storeKey: string, keyId?: string): string;
  /** Undefined if the value was not sealed with one of these keys for this `storeKey`. */
  open(sealed: string, storeKey: string): Json | undefined;
  /** Hex HMAC-SHA256 with the current key: equal for equal texts, not guessable without it. */
  blind(text: string): string;
  /** The HMACs of all keys, the current first, to find values that an older key has named. */
  blinds(text: string): readonly [string, ...string[]];
}

const sealAlgorithm = "aes-256-gcm";
const sealIvBytes = 12;
const sealTagBytes = 16;

/**
 * AES-256-GCM and HMAC, each with its own key derived from a state key. A sealed value is the id of
 * its key, a full stop, and the rest in base64url.
 */
export function valueSeal(stateKeys: readonly Uint8Array[]): ValueSeal {
  const ring = keyRing(stateKeys, "proviso.value.1");
  const [blindKey, ...formerBlindKeys] = keyRing(stateKeys, "proviso.blind.1").all;
  return {
    seal(value, storeKey, keyId = ring.current.id) {
      const { id, secret } = ring.byId(keyId) ?? ring.current;
      const iv = randomBytes(sealIvBytes);
      const cipher = createCipheriv(sealAlgorithm, secret, iv).setAAD(Buffer.from(storeKey));
      const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
      return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed, storeKey) {
      const key = ring.byId(sealingKeyId(sealed));
      // Stryker disable next-line ConditionalExpression: an exception opens nothing either
      if (!key) return undefined;
      try {
        return decryptSealed(key, Buffer.from(sealed.slice(key.id.length + 1), "base64url"), storeKey);
      } catch {
        return undefined;
      }
    },
    blind: (text) => blindWith(blindKey, text),
    blinds: (text) => [blindWith(blindKey, text), ...formerBlindKeys.map((key) => blindWith(key, text))],
  };
}

function blindWith({ secret }: RingKey, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** The id of the key that sealed a value, as the value says. */
export function sealingKeyId(sealed: string): string {
  return sealed.slice(0, Math.max(0, sealed.indexOf(".")));
}

function decryptSealed({ secret }: RingKey, bytes: Buffer, storeKey: string): Json {
  const tag = bytes.subarray(sealIvBytes, sealIvBytes + sealTagBytes);
  // Stryker disable ObjectLiteral: what has a shorter tag has no content, which is no JSON
  const decipher = createDecipheriv(sealAlgorithm, secret, bytes.subarray(0, sealIvBytes), {
    authTagLength: sealTagBytes,
  });
  // Stryker restore ObjectLiteral
  decipher.setAAD(Buffer.from(storeKey)).setAuthTag(tag);
  const text = Buffer.concat([decipher.update(bytes.subarray(sealIvBytes + sealTagBytes)), decipher.final()]);
  return JSON.parse(text.toString()) as Json;
}
