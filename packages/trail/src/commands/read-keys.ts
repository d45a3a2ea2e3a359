import { readFile } from "node:fs/promises";
import { auditKey } from "../state/audit-key.ts";
import { headKeys, headSigner, type HeadSigner } from "../trail/head.ts";
import { UsageError } from "@proviso/terminal";

/** The PEM text of a public key. */
export async function readPublicKey(file: string): Promise<string> {
  return checkKey(file, (bytes) => {
    headKeys([bytes.toString()]);
    return bytes.toString();
  });
}

/** The private key that signs a trail, as PEM, or as the 32 bytes of a folder of keys. */
export async function readSigner(file: string | undefined): Promise<HeadSigner | undefined> {
  if (file === undefined) return undefined;
  return checkKey(file, (bytes) =>
    headSigner({ key: bytes.length === 32 ? auditKey(bytes) : bytes.toString() }),
  );
}

async function checkKey<Key>(file: string, read: (bytes: Buffer) => Key): Promise<Key> {
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`there is no file ${file} that can be read`);
  });
  try {
    return read(bytes);
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : "not a key"}`);
  }
}
