import { gcm } from "@noble/ciphers/aes.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, randomBytes as random, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Encoding, textOf, withText } from "./globals.ts";

// What the stages of a server use of `node:crypto`, as they use it. A page's own functions return promises, and need HTTPS. Each
// ignores the name of its algorithm, because the server has SHA-256 and AES-256-GCM alone. A test compares all with Node.js.

const tagBytes = 16;
const nothing = (): Uint8Array => new Uint8Array();

export const hash = (_algorithm: string, text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

export const createSecretKey = (bytes: Uint8Array): Uint8Array => bytes;

export const createHmac = (_algorithm: string, key: Uint8Array) => ({
  update: (text: string) => ({
    digest(encoding?: Encoding) {
      const mac = hmac(sha256, key, utf8ToBytes(text));
      return encoding === undefined ? withText(mac) : textOf(mac, encoding);
    },
  }),
});

export const hkdfSync = (_algorithm: string, key: Uint8Array, salt: string, use: string, length: number) =>
  hkdf(sha256, key, utf8ToBytes(salt), utf8ToBytes(use), length);

export const createCipheriv = (_algorithm: string, key: Uint8Array, iv: Uint8Array) => ({
  setAAD(aad: Uint8Array) {
    let tag = nothing();
    const update = (text: string): Uint8Array => {
      const sealed = gcm(key, iv, aad).encrypt(utf8ToBytes(text));
      tag = sealed.slice(-tagBytes);
      return sealed.slice(0, -tagBytes);
    };
    return { update, final: nothing, getAuthTag: () => tag };
  },
});

/** `update` throws for bytes that were not sealed with this key, where `final` throws in Node.js. */
export function createDecipheriv(_algorithm: string, key: Uint8Array, iv: Uint8Array) {
  let [aad, tag] = [nothing(), nothing()];
  const decipher = {
    setAAD: (bytes: Uint8Array) => ((aad = bytes), decipher),
    setAuthTag: (bytes: Uint8Array) => ((tag = bytes), decipher),
    update: (sealed: Uint8Array): Uint8Array => gcm(key, iv, aad).decrypt(concatBytes(sealed, tag)),
    final: nothing,
  };
  return decipher;
}

export const randomBytes = (length: number): Uint8Array => withText(random(length));

/** A UUID of version 4 (RFC 9562). */
export function randomUUID(): string {
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/.exec(bytesToHex(random(16))) ?? [];
  return `${a}-${b}-4${c}-8${d}-${e}`;
}

export const timingSafeEqual = (some: Uint8Array, others: Uint8Array): boolean =>
  some.every((byte, at) => byte === others[at]);
