import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkOwnFile, ownFolder } from "./own-folder.ts";

const keyBytes = 32;

/**
 * A key of 32 random bytes, in a file that only its owner can read. Made on first use, together
 * with the folder. Throws if others could read or replace the key.
 */
export function keyFile(folder: string, name: string): Uint8Array {
  ownFolder(folder);
  const present = readKey(folder, name);
  if (present) return present;
  writeKey(folder, name, randomBytes(keyBytes));
  return keyFile(folder, name);
}

/** The key in a file; undefined without one. Throws if others could read or replace it. */
export function readKey(folder: string, name: string): Uint8Array | undefined {
  const file = join(folder, name);
  if (!lstatSync(file, { throwIfNoEntry: false })) return undefined;
  const key = readIfThere(folder, name);
  if (!key || key.length === keyBytes) return key;
  throw new Error(
    `${file} has ${key.length} bytes and not ${keyBytes}, so it is no key: put a copy of it back`,
  );
}

/** Undefined if the file was renamed meanwhile. */
function readIfThere(folder: string, name: string): Uint8Array | undefined {
  try {
    checkOwnFile(folder, name);
    return new Uint8Array(readFileSync(join(folder, name)));
  } catch (error) {
    const isLink = lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (!isLink && isSystemError(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** One of several processes writes the file, and none reads a part. False if it exists. */
export function writeKey(folder: string, name: string, key: Uint8Array): boolean {
  const draft = join(folder, `${name}.${randomUUID()}`);
  writeFileSync(draft, key, { mode: 0o600, flush: true });
  try {
    linkSync(draft, join(folder, name));
    return true;
  } catch (error) {
    if (!isSystemError(error, "EEXIST")) throw error;
    return false;
  } finally {
    rmSync(draft);
  }
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
