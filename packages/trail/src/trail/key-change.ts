import { createPublicKey, randomUUID, type KeyObject } from "node:crypto";
import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { AuditEntry, AuditKey } from "@proviso/server";
import type { AuditRecord } from "./audit-record.ts";
import { groupEnd } from "./group-end.ts";
import { checkSignature, keyIdOf, type HeadSigner } from "./head.ts";

/** The entry that introduces the next key of a chain; the former key signs it. */
export function keyChange({ trusted, keyId }: HeadSigner, formerId: string): AuditEntry {
  return {
    callId: randomUUID(),
    kind: "key_changed",
    time: new Date().toISOString(),
    tool: "audit",
    event: "proviso.audit",
    formerKey: keyOnRecord(trusted.get(formerId)),
    nextKey: keyOnRecord(trusted.get(keyId)),
  };
}

/** The key in force after an event, and whether this event introduced it. */
export interface KeyInForce {
  readonly keyId?: string;
  readonly introduced?: { readonly key: KeyObject; readonly by: string };
}

/**
 * Undefined if the event is signed by another key than the one in force, or is not a valid change
 * of keys: nobody introduced that key.
 */
export function keyAfter(
  event: JsonObject,
  record: AuditRecord,
  before: string | undefined,
): KeyInForce | undefined {
  const { keyid } = event;
  if (typeof keyid === "string" && before !== undefined && keyid !== before) return undefined;
  const keyId = typeof keyid === "string" ? keyid : before;
  if (record.kind !== "key_changed") return keyId === undefined ? {} : { keyId };
  const [former, next] = [readKey(record.formerKey), readKey(record.nextKey)];
  const end = groupEnd(event);
  // Stryker disable next-line ConditionalExpression: without an id nothing is signed
  if (!former || !next || !end || end.keyId === undefined) return undefined;
  const isSigned = checkSignature(end, new Map([[keyIdOf(former), former]]), "end") === "valid";
  const introduced = { key: next, by: end.keyId };
  return isSigned ? { keyId: keyIdOf(next), introduced } : undefined;
}

function keyOnRecord(key: KeyObject | undefined): AuditKey {
  // Stryker disable next-line ConditionalExpression, CallExpression: a signer has its keys
  if (!key) throw new TypeError("a key of the audit is missing");
  return { id: keyIdOf(key), publicKey: String(key.export({ format: "jwk" }).x) };
}

/** Undefined unless the id is that of the public key. */
function readKey(given: unknown): KeyObject | undefined {
  if (!isObject(given as Json)) return undefined;
  const { id, publicKey } = given as Partial<AuditKey>;
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: String(publicKey) };
    const key = createPublicKey({ key: jwk, format: "jwk" });
    return keyIdOf(key) === id ? key : undefined;
  } catch {
    return undefined;
  }
}
