import { readFile } from "node:fs/promises";
import { headKeys, headSigner, type HeadSigner } from "@proviso/server";
import { UsageError } from "./exit-codes.ts";

/** The PEM text of a public key. */
export async function readPublicKey(file: string): Promise<string> {
  return checkKey(file, (text) => {
    headKeys([text]);
    return text;
  });
}

/** The private key that signs a trail. */
export async function readSigner(file: string | undefined): Promise<HeadSigner | undefined> {
  return file === undefined ? undefined : checkKey(file, (key) => headSigner({ key }));
}

async function checkKey<Key>(file: string, read: (text: string) => Key): Promise<Key> {
  const text = await readText(file);
  try {
    return read(text);
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : "not a key"}`);
  }
}

/** The text of a file that the command line names. */
export async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => {
    throw new UsageError(`there is no file ${file} that can be read`);
  });
}
