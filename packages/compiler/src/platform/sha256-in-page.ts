import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** As in `sha256.ts`. A page's own SHA-256 returns a promise. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256Bytes(text));
}

export function sha256Bytes(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}
