import { readFile } from "node:fs/promises";
import { auditKey } from "../state/audit-key.ts";
import { headKeys, headSigner, type HeadSigner } from "../trail/head.ts";
import { UsageError } from "./exit-codes.ts";

/** The PEM text of a public key. */
export async function readPublicKey(file: string): Promise<string> {
  return checkKey(file, (text) => {
    headKeys([text]);
    return text;
  });
}

/** The private key that signs a trail, as PEM, or as the 32 bytes of a folder of keys. */
export async function readSigner(file: string | undefined): Promise<HeadSigner | undefined> {
  if (file === undefined) return undefined;
  const bytes = await readBytes(file);
  return checkKey(file, (text) => headSigner({ key: bytes.length === 32 ? auditKey(bytes) : text }));
}

async function checkKey<Key>(file: string, read: (text: string) => Key): Promise<Key> {
  const text = await readFileText(file);
  try {
    return read(text);
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : "not a key"}`);
  }
}

/** The text of a file that the command line names. */
export async function readFileText(file: string): Promise<string> {
  return (await readBytes(file)).toString();
}

async function readBytes(file: string): Promise<Buffer> {
  return readFile(file).catch(() => {
    throw new UsageError(`there is no file ${file} that can be read`);
  });
}
