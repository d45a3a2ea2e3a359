import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export type Encoding = "base64url" | "hex" | "utf8";

export function textOf(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === "hex") return bytesToHex(bytes);
  if (encoding === "utf8") return new TextDecoder().decode(bytes);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Bytes that say themselves in these encodings, as those of Node.js. */
export function withText(bytes: Uint8Array): Uint8Array {
  return Object.defineProperty(bytes, "toString", {
    value: (encoding: Encoding = "utf8") => textOf(bytes, encoding),
  });
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
const timer = (id: unknown): object => Object.assign(Object(id) as object, { unref: () => id });

export const setTimeout = (run: () => void, ms?: number): object => timer(globalThis.setTimeout(run, ms));
export const setInterval = (run: () => void, ms?: number): object => timer(globalThis.setInterval(run, ms));
export const setImmediate = (run: () => void): object => setTimeout(run);

/** Of `node:async_hooks`. A page has no calls of several callers at once to tell apart. */
export class AsyncLocalStorage {
  run<Result>(_value: unknown, call: () => Result): Result {
    return call();
  }
}
