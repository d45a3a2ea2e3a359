import { hash } from "node:crypto";

export function sha256Hex(text: string): string {
  return hash("sha256", text);
}

export function sha256Bytes(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}
