import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyFile } from "./key-file.ts";

/** The prefix of an Ed25519 private key; 32 bytes follow (PKCS #8, RFC 8410). */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key that signs the audit trail. Its public half is written beside it, to `audit.pub`: verification needs no more. */
export function auditKey(folder: string): KeyObject {
  const secret = keyFile(folder, "audit.key");
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: "der", type: "pkcs8" });
  const file = join(folder, "audit.pub");
  const pem = createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
  if (!existsSync(file) || readFileSync(file, "utf8") !== pem) writeFileSync(file, pem, { mode: 0o600 });
  return key;
}
