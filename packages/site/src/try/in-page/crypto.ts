import { gcm } from "@noble/ciphers/aes.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, randomBytes as random, utf8ToBytes } from "@noble/hashes/utils.js";
import { withText } from "./globals.ts";

// What the stages of a server use of `node:crypto`. A page's own functions return promises, and need HTTPS. Each ignores the
// name of its algorithm: the server uses SHA-256 and AES-256-GCM alone, and a test compares both.

const tagBytes = 16;

export function hash(_algorithm: string, text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

export function createHmac(_algorithm: string, key: Uint8Array) {
  const mac = hmac.create(sha256, key);
  const made = {
    update(part: string) {
      mac.update(utf8ToBytes(part));
      return made;
    },
    digest: (encoding?: "base64url" | "hex") => {
      const bytes = withText(mac.digest());
      return encoding === undefined ? bytes : (bytes.toString as (name: string) => string)(encoding);
    },
  };
  return made;
}

export function hkdfSync(
  _algorithm: string,
  key: Uint8Array,
  salt: string,
  use: string,
  length: number,
): Uint8Array {
  return hkdf(sha256, key, utf8ToBytes(salt), utf8ToBytes(use), length);
}

export const createSecretKey = (bytes: Uint8Array): Uint8Array => bytes;

export function createCipheriv(_algorithm: string, key: Uint8Array, iv: Uint8Array) {
  let aad: Uint8Array | undefined;
  let tag = new Uint8Array();
  const cipher = {
    setAAD(bytes: Uint8Array) {
      aad = bytes;
      return cipher;
    },
    update(text: string): Uint8Array {
      const sealed = gcm(key, iv, aad).encrypt(utf8ToBytes(text));
      tag = sealed.slice(-tagBytes);
      return sealed.slice(0, -tagBytes);
    },
    final: () => new Uint8Array(),
    getAuthTag: () => tag,
  };
  return cipher;
}

/** Throws for bytes that were not sealed with this key, as Node.js does. */
export function createDecipheriv(_algorithm: string, key: Uint8Array, iv: Uint8Array) {
  let aad: Uint8Array | undefined;
  let tag = new Uint8Array();
  const decipher = {
    setAAD(bytes: Uint8Array) {
      aad = bytes;
      return decipher;
    },
    setAuthTag(bytes: Uint8Array) {
      tag = new Uint8Array(bytes);
      return decipher;
    },
    update: (sealed: Uint8Array): Uint8Array => gcm(key, iv, aad).decrypt(concatBytes(sealed, tag)),
    final: () => new Uint8Array(),
  };
  return decipher;
}

export const randomBytes = (length: number): Uint8Array => withText(random(length));

/** A UUID of version 4 (RFC 9562). */
export function randomUUID(): string {
  const digits = [...bytesToHex(random(16))];
  digits[12] = "4";
  digits[16] = "89ab".charAt(Number.parseInt(digits[16] ?? "0", 16) % 4);
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export function timingSafeEqual(some: Uint8Array, others: Uint8Array): boolean {
  return some.every((byte, at) => byte === others[at]);
}
