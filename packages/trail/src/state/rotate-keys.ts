import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { auditKey, writePublicKey } from "./audit-key.ts";
import { readKey, writeKey } from "./key-file.ts";
import {
  currentName,
  formerName,
  keyKinds,
  listKeys,
  nextName,
  type KeyEntry,
  type KeyKind,
} from "./keys-in.ts";
import { ownFolder } from "./own-folder.ts";

const keyBytes = 32;
const shortestId = 6;

/** What cannot be done with a folder of keys, and what to do instead. */
export class KeysRefused extends Error {
  override readonly name = "KeysRefused";
}

/**
 * Makes the next keys, which open from the next start of a server on, and seal and sign after `rotateKeys`. In a folder without
 * keys it makes the first ones. What exists is left: a `state.next.key` that was copied from another machine too.
 */
export function newKeys(folder: string): readonly KeyEntry[] {
  ownFolder(folder);
  removeDrafts(folder);
  const before = listKeys(folder);
  const made = keyKinds.filter((kind) => {
    const hasCurrent = before.some((key) => key.kind === kind && key.role === "current");
    return writeKey(folder, hasCurrent ? nextName(kind) : currentName(kind), randomBytes(keyBytes));
  });
  syncFolder(folder);
  if (made.length === 0)
    throw new KeysRefused(
      `${folder} has next keys already: rotate to them with \`proviso keys rotate ${folder}\`, or remove them`,
    );
  const known = new Set(before.map(({ id }) => id));
  return listKeys(folder).filter(({ id }) => !known.has(id));
}

/**
 * The next keys seal and sign from the next start of a server on; the current ones become former ones, which still open. Each
 * file is written before the one that it replaces goes, so that whatever interrupts it, no key is lost: do it again.
 */
export function rotateKeys(folder: string): readonly KeyEntry[] {
  ownFolder(folder);
  removeDrafts(folder);
  const before = listKeys(folder);
  const next = before.filter(({ role }) => role === "next");
  if (next.length === 0)
    throw new KeysRefused(
      `${folder} has no next keys: make them with \`proviso keys new ${folder}\`, restart every server that uses these keys, then rotate`,
    );
  const replaced = before.filter(
    (key) => key.role === "current" && next.some(({ kind }) => kind === key.kind),
  );
  for (const key of replaced) secretToKeep(folder, key);
  for (const { kind } of next) {
    for (const key of replaced) if (key.kind === kind) keepFormer(folder, key);
    renameSync(join(folder, nextName(kind)), join(folder, currentName(kind)));
    syncFolder(folder);
  }
  const ids = new Set(next.map(({ id }) => id));
  return listKeys(folder).filter(({ id }) => ids.has(id));
}

/** The key with this id, or with an id that begins so. */
export function findKey(folder: string, id: string): KeyEntry {
  const found = listKeys(folder).filter((key) => id.length >= shortestId && key.id.startsWith(id));
  const [key, ...others] = found;
  if (!key || others.length > 0)
    throw new KeysRefused(
      `${id} is not the id, or ${shortestId} or more digits of it, of one key in ${folder}`,
    );
  return key;
}

/**
 * Removes a former key, or a next one, with all its copies in the folder. What a former state key
 * has sealed cannot be read any more. The public half of a former audit key stays.
 */
export function removeKey(folder: string, id: string): KeyEntry {
  const key = findKey(folder, id);
  if (key.role === "current")
    throw new KeysRefused(`${key.id} is the current ${key.kind} key: rotate first, then it is a former one`);
  const secret = readKey(folder, key.file);
  removeDrafts(folder);
  if (secret) removeCopies(folder, key.kind, secret);
  syncFolder(folder);
  return key;
}

/** A command or a process that was interrupted may have left the key in a second file. */
function removeCopies(folder: string, kind: KeyKind, secret: Uint8Array): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const isFile = name.startsWith(`${kind}.`) && lstatSync(file).isFile();
    if (isFile && isSameKey(secret, readFileSync(file))) rmSync(file);
  }
}

function keepFormer(folder: string, key: KeyEntry): void {
  const { kind, id } = key;
  const secret = secretToKeep(folder, key);
  if (kind === "audit") writePublicKey(folder, formerName(kind, id).replace(/key$/, "pub"), auditKey(secret));
  if (!writeKey(folder, formerName(kind, id), secret)) secretToKeep(folder, key);
  syncFolder(folder);
}

/** The secret of a current key. Throws if it would replace another former key. */
function secretToKeep(folder: string, { kind, id }: KeyEntry): Uint8Array {
  const secret = readKey(folder, currentName(kind));
  if (!secret) throw new KeysRefused(`${join(folder, currentName(kind))} was removed meanwhile`);
  const name = formerName(kind, id);
  const kept = readKey(folder, name);
  // There is one after a rotation that was interrupted.
  if (kept && !isSameKey(secret, kept))
    throw new KeysRefused(`${join(folder, name)} holds another key than its name says: move it elsewhere`);
  return secret;
}

function isSameKey(key: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(key, other) === 0;
}

const draftPattern = /^(state|audit)\..*(key|pub)\.[0-9a-f-]{36}$/;
const oldDraftMs = 60_000;

/** A process that was killed may have left a copy of a key. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!draftPattern.test(name)) continue;
    const draft = join(folder, name);
    const { mtimeMs = Infinity } = statSync(draft, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > oldDraftMs) rmSync(draft, { force: true });
  }
}

/** Makes the names of files durable, if the system can sync folders. */
function syncFolder(folder: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(folder, "r");
    fsyncSync(handle);
  } catch {
    // Some file systems cannot.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
