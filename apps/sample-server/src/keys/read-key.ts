import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** A key of 32 random bytes, made on first use and readable only by its owner. */
export async function readKey(file: string): Promise<Uint8Array> {
  await mkdir(dirname(file), { recursive: true });
  const made = `${file}.${randomUUID()}`;
  await writeFile(made, randomBytes(32), { mode: 0o600 });
  try {
    // Fails if the file exists: of several processes one makes the key, and none reads an incomplete one.
    await link(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(made);
  }
  return new Uint8Array(await readFile(file));
}
