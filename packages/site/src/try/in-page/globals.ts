import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

type Encoding = "base64url" | "hex" | "utf8";

const encoders: Readonly<Record<Encoding, (bytes: Uint8Array) => string>> = {
  base64url: (bytes) =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", ""),
  hex: bytesToHex,
  utf8: (bytes) => new TextDecoder().decode(bytes),
};

/** Bytes with a text in each of these encodings, as those of Node.js. */
export function withText(bytes: Uint8Array): Uint8Array {
  const toString = (encoding: Encoding = "utf8"): string => encoders[encoding](bytes);
  return Object.defineProperty(bytes, "toString", { value: toString });
}

/** What the stages of a server use of the `Buffer` of Node.js. */
export const Buffer = {
  byteLength: (text: string): number => utf8ToBytes(text).length,
  concat: (parts: readonly Uint8Array[]): Uint8Array => withText(concatBytes(...parts)),
  from(given: ArrayBuffer | Uint8Array | string, encoding?: "base64url"): Uint8Array {
    if (typeof given !== "string") return withText(new Uint8Array(given));
    if (encoding === undefined) return withText(utf8ToBytes(given));
    const binary = atob(given.replaceAll("-", "+").replaceAll("_", "/"));
    return withText(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  },
};

/** Timers of Node.js have `unref`; a page's are numbers, which these are for `clearTimeout` too. */
function timer(id: unknown): object {
  const made = Object.assign(Object(id) as object, { unref: () => made });
  return made;
}

export const setTimeout = (run: () => void, ms?: number): object => timer(globalThis.setTimeout(run, ms));
export const setInterval = (run: () => void, ms?: number): object => timer(globalThis.setInterval(run, ms));
export const setImmediate = (run: () => void): object => setTimeout(run);
