import { createPublicKey } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { stateKeyId } from "@proviso/server/storage";
import { keyIdOf, type AuditSigning } from "../trail/head.ts";
import { auditKey, writePublicKey } from "./audit-key.ts";
import { keyFile, readKey } from "./key-file.ts";

/** What a key seals or signs: `state` questions and a server's state, `audit` the trail. */
export type KeyKind = "state" | "audit";
export const keyKinds: readonly KeyKind[] = ["state", "audit"];

/** `next` is trusted, and seals and signs after a rotation; `former` only opens. */
export type KeyRole = "current" | "next" | "former";

/** A key in a folder, without its secret. */
export interface KeyEntry {
  readonly kind: KeyKind;
  readonly role: KeyRole;
  /** As in seals, and as `keyId` in heads of the trail. */
  readonly id: string;
  readonly file: string;
  /** When the file was written: the key was made, or became a former one. */
  readonly since: Date;
}

/** The keys of a folder, as options for a server with a store and an audit trail of its own. */
export interface FolderKeys {
  readonly stateKeys: readonly Uint8Array[];
  /** For `sqliteAudit` or `postgresAudit`. */
  readonly signing: AuditSigning;
}

interface StoredKey extends KeyEntry {
  readonly secret: Uint8Array;
}

/**
 * The keys of a folder: `state.key` and `audit.key`, made on first use, and those of
 * `proviso keys`. Writes `audit.pub`. Throws if others could read or replace a key.
 */
export function keysIn(folder: string): FolderKeys {
  for (const kind of keyKinds) keyFile(folder, currentName(kind));
  const keys = storedKeys(folder);
  const secrets = (kind: KeyKind, role: KeyRole): readonly Uint8Array[] =>
    keys.filter((key) => key.kind === kind && key.role === role).map(({ secret }) => secret);
  const [key, ...none] = secrets("audit", "current").map(auditKey);
  if (!key || none.length > 0) throw new Error(`${join(folder, "audit.key")} was removed meanwhile`);
  writePublicKey(folder, "audit.pub", key);
  return {
    stateKeys: [...secrets("state", "current"), ...secrets("state", "next"), ...secrets("state", "former")],
    signing: {
      key,
      formerKeys: secrets("audit", "former").map(auditKey),
      nextKeys: secrets("audit", "next").map(auditKey),
    },
  };
}

/** Lists the keys of a folder: of each kind the current key, the next one and former ones. */
export function listKeys(folder: string): readonly KeyEntry[] {
  return storedKeys(folder).map(({ secret: _secret, ...entry }) => entry);
}

export function currentName(kind: KeyKind): string {
  return `${kind}.key`;
}

export function nextName(kind: KeyKind): string {
  return `${kind}.next.key`;
}

/** The part of an id that is the same in the names of files. */
const digitsInName = 12;

export function formerName(kind: KeyKind, id: string): string {
  return `${kind}.former-${id.slice(0, digitsInName)}.key`;
}

const formerPattern = /^(state|audit)\.former-[0-9a-f]{12}\.key$/;

/**
 * First the next key, then the current one, then the former ones: a rotation moves keys in this
 * direction, so that none is missed while one happens.
 */
function storedKeys(folder: string): readonly StoredKey[] {
  const next = keyKinds.flatMap((kind) => storedKey(folder, kind, "next", nextName(kind)));
  const current = keyKinds.flatMap((kind) => storedKey(folder, kind, "current", currentName(kind)));
  const former = keyKinds.flatMap((kind) =>
    readdirSync(folder)
      .filter((name) => formerPattern.exec(name)?.[1] === kind)
      .toSorted()
      .flatMap((name) => storedKey(folder, kind, "former", name)),
  );
  // While a rotation happens, or after one that was interrupted, a key is in two files.
  const known = new Map([...former, ...next, ...current].map((key) => [`${key.kind} ${key.id}`, key]));
  return [...current, ...next, ...former].filter((key) => known.get(`${key.kind} ${key.id}`) === key);
}

function storedKey(folder: string, kind: KeyKind, role: KeyRole, name: string): readonly StoredKey[] {
  const secret = readKey(folder, name);
  if (!secret) return [];
  const since = statSync(join(folder, name), { throwIfNoEntry: false })?.mtime ?? new Date();
  return [{ kind, role, id: keyId(kind, secret), file: name, since, secret }];
}

function keyId(kind: KeyKind, secret: Uint8Array): string {
  return kind === "state" ? stateKeyId(secret) : keyIdOf(createPublicKey(auditKey(secret)));
}
