import { hash } from "node:crypto";

/** SHA-256, hex. */
export function hashText(content: string | Buffer): string {
  return hash("sha256", content);
}
