import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readKey } from "./read-key.ts";

/** The prefix of an Ed25519 private key; 32 bytes follow (PKCS #8, RFC 8410). */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The file with the public half of the key that signs the audit trail, which is all that verification needs. */
export function auditPublicKeyFile(dataFolder: string): string {
  return join(dataFolder, "audit.pub");
}

/** The key that signs the audit trail of a data folder. In production, keep it where writers of the trail cannot read it. */
export async function openAuditKey(dataFolder: string): Promise<KeyObject> {
  const secret = await readKey(join(dataFolder, "audit.key"));
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key).export({ type: "spki", format: "pem" });
  await writeFile(auditPublicKeyFile(dataFolder), publicKey);
  return key;
}
