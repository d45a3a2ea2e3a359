import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** A key of 32 random bytes that is made on first use and kept, readable by its owner only. */
export async function readKey(file: string): Promise<Uint8Array> {
  await mkdir(dirname(file), { recursive: true });
  const made = `${file}.${randomUUID()}`;
  await writeFile(made, randomBytes(32), { mode: 0o600 });
  try {
    // Takes the name only if nobody has it: of several processes one makes the key, and none sees half of it.
    await link(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(made);
  }
  return new Uint8Array(await readFile(file));
}
