import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkOwnFile, ownFolder } from "./own-folder.ts";

const keyBytes = 32;

/**
 * A key of 32 random bytes, in a file that only its owner can read. Made on first use, together with the folder. Throws if
 * others could read or replace the key.
 */
export function keyFile(folder: string, name: string): Uint8Array {
  ownFolder(folder);
  const file = join(folder, name);
  if (!lstatSync(file, { throwIfNoEntry: false })) makeKey(file);
  checkOwnFile(folder, name);
  const key = new Uint8Array(readFileSync(file));
  if (key.length === keyBytes) return key;
  throw new Error(
    `${file} has ${key.length} bytes and not ${keyBytes}, so it is no key: put a copy of it back`,
  );
}

/** Of several processes one makes the key, and none reads an incomplete one. */
function makeKey(file: string): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
}
