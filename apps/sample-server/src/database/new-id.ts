import { randomBytes } from "node:crypto";

/** A new identifier such as `lnk_9f3c…`: 64 random bits, as the contracts want it. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString("hex")}`;
}
