import { createPrivateKey, createPublicKey, randomUUID, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The prefix of an Ed25519 private key; 32 bytes follow (PKCS #8, RFC 8410). */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key that signs the audit trail, of the 32 bytes in its file. */
export function auditKey(secret: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: "der", type: "pkcs8" });
}

/** Writes the public half of a key, for verification, unless it is there. */
export function writePublicKey(folder: string, name: string, key: KeyObject): void {
  const file = join(folder, name);
  const pem = createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
  if (existsSync(file) && readFileSync(file, "utf8") === pem) return;
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, pem, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
