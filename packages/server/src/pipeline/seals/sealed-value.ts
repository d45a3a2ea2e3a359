import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Json } from "@proviso/manifest";

/** Encrypts stored values, so that readers of the store learn nothing and cannot change them. */
export interface ValueSeal {
  /** `storeKey` is the key under which the value is stored; it opens only under that key. */
  seal(value: Json, storeKey: string): string;
  /** Undefined if the value was not sealed with this key for this `storeKey`. */
  open(sealed: string, storeKey: string): Json | undefined;
  /** Hex HMAC-SHA256: the same for equal texts, and not guessable without our key. */
  blind(text: string): string;
}

const sealAlgorithm = "aes-256-gcm";
const sealIvBytes = 12;
const sealTagBytes = 16;

/** AES-256-GCM and HMAC, each with its own key derived from the state key (HKDF-SHA256, RFC 5869). */
export function valueSeal(stateKey: Uint8Array): ValueSeal {
  const key = derivedKey(stateKey, "proviso.value.1");
  const blindKey = derivedKey(stateKey, "proviso.blind.1");
  return {
    seal(value, storeKey) {
      const iv = randomBytes(sealIvBytes);
      const cipher = createCipheriv(sealAlgorithm, key, iv).setAAD(Buffer.from(storeKey));
      const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed, storeKey) {
      try {
        return decryptSealed(key, Buffer.from(sealed, "base64url"), storeKey);
      } catch {
        return undefined;
      }
    },
    blind: (text) => createHmac("sha256", blindKey).update(text).digest("hex"),
  };
}

/** A key for one use, so that what is made for one use is of no use elsewhere. */
export function derivedKey(stateKey: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", stateKey, "", use, 32));
}

function decryptSealed(key: Buffer, bytes: Buffer, storeKey: string): Json {
  const tag = bytes.subarray(sealIvBytes, sealIvBytes + sealTagBytes);
  const decipher = createDecipheriv(sealAlgorithm, key, bytes.subarray(0, sealIvBytes), {
    authTagLength: sealTagBytes,
  });
  decipher.setAAD(Buffer.from(storeKey)).setAuthTag(tag);
  const text = Buffer.concat([decipher.update(bytes.subarray(sealIvBytes + sealTagBytes)), decipher.final()]);
  return JSON.parse(text.toString("utf8")) as Json;
}
