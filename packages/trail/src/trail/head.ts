import { createHash, createPrivateKey, createPublicKey, KeyObject, sign, verify } from "node:crypto";
import { canonicalJson } from "@proviso/manifest";
import { genesis, type ChainLink } from "./chain-entry.ts";

/** The end of a writer's chain when the head was made. `sequence` is also the number of records. */
export interface AuditHead extends ChainLink {
  readonly writer: string;
  /** Id of the key that signed it; see `keyIdOf`. */
  readonly keyId?: string;
  /** Ed25519 over all other fields, base64url. Absent where the writer has no key. */
  readonly signature?: string;
}

/** The keys that sign a chain: Ed25519 private keys, as PEM text or `KeyObject`. */
export interface AuditSigning {
  readonly key: string | KeyObject;
  /** Keys before `key`. A chain that ends with one gets a record by it that introduces `key`. */
  readonly formerKeys?: readonly (string | KeyObject)[];
  /** Keys after `key`. A chain to which one was introduced is continued with that one. */
  readonly nextKeys?: readonly (string | KeyObject)[];
}

/** Public keys by their id. */
export type HeadKeys = ReadonlyMap<string, KeyObject>;

/**
 * What a signature is for: the head of a trail, the end of a group within it, the start after a pruning, or a report of
 * `proviso verify`. Otherwise somebody who truncates the trail could use the signature of its last record as that of a head.
 */
export type SignedAs = "head" | "end" | "pruned" | "report";

/** The head of a writer without records, stored at first: a missing head was removed. */
export function firstHead(writer: string, signer: HeadSigner | undefined): AuditHead {
  const head = { writer, ...genesis };
  return signer ? signer.sign(head, "head") : head;
}

export interface HeadSigner {
  /** Id of the key that signs new chains, and those that end with a former key. */
  readonly keyId: string;
  readonly formerIds: ReadonlySet<string>;
  /** Signs with this key, or else with `keyId`. */
  sign<Head extends AuditHead>(head: Head, as: SignedAs, keyId?: string): Head;
  readonly trusted: HeadKeys;
}

/** Throws a TypeError for anything but Ed25519 private keys. */
export function headSigner({ key, formerKeys = [], nextKeys = [] }: AuditSigning): HeadSigner {
  const privateKeys = new Map(
    [key, ...formerKeys, ...nextKeys].map(privateKeyOf).map((one) => [keyIdOf(publicKey(one)), one]),
  );
  // Stryker disable next-line StringLiteral: there is at least one key
  const [current = ""] = privateKeys.keys();
  const formerIds = new Set(headKeys(formerKeys).keys());
  formerIds.delete(current);
  return {
    keyId: current,
    formerIds,
    trusted: headKeys([...privateKeys.values()]),
    sign(head, as, keyId = current) {
      const signingKey = privateKeys.get(keyId);
      if (!signingKey) throw new TypeError(`there is no key ${keyId} to sign the audit with`);
      const signed = { ...head, keyId };
      return {
        ...signed,
        signature: sign(null, headStatement(signed, as), signingKey).toString("base64url"),
      };
    },
  };
}

function privateKeyOf(given: string | KeyObject): KeyObject {
  const parsed = typeof given === "string" ? parseKey(given, createPrivateKey) : given;
  if (parsed.type !== "private") throw new TypeError("the keys that sign the audit must be private keys");
  return parsed;
}

/** The public keys. Throws a TypeError for anything but Ed25519 keys. */
export function headKeys(keys: readonly (string | KeyObject)[]): HeadKeys {
  return new Map(keys.map(publicKey).map((signingKey) => [keyIdOf(signingKey), signingKey]));
}

/** The first 32 hex digits of the SHA-256 of the public key in DER (SubjectPublicKeyInfo). */
export function keyIdOf(signingKey: KeyObject): string {
  return createHash("sha256")
    .update(signingKey.export({ type: "spki", format: "der" }))
    .digest("hex")
    .slice(0, 32);
}

function publicKey(signingKey: string | KeyObject): KeyObject {
  const parsed = signingKey instanceof KeyObject ? signingKey : parseKey(signingKey, createPublicKey);
  const open = parsed.type === "private" ? createPublicKey(parsed) : parsed;
  if (open.asymmetricKeyType !== "ed25519") throw new TypeError("the keys of the audit must be Ed25519 keys");
  return open;
}

/** OpenSSL's errors do not help an operator, and must not show the key. */
function parseKey(pem: string, parse: (pem: string) => KeyObject): KeyObject {
  try {
    return parse(pem);
  } catch {
    throw new TypeError(
      "the key of the audit cannot be read: give the PEM text of an Ed25519 key (`openssl genpkey -algorithm ed25519`)",
    );
  }
}

/** `unsigned`: no signature. `unknown_key`: none of these keys. `forged`: an invalid signature. */
export type SignatureVerdict = "valid" | "unsigned" | "unknown_key" | "forged";

export function checkSignature(head: AuditHead, keys: HeadKeys, as: SignedAs): SignatureVerdict {
  const { signature, keyId } = head;
  if (signature === undefined) return "unsigned";
  // Stryker disable next-line ConditionalExpression: no known key is undefined
  const signingKey = keyId === undefined ? undefined : keys.get(keyId);
  if (!signingKey) return "unknown_key";
  return verify(null, headStatement(head, as), signingKey, Buffer.from(signature, "base64url"))
    ? "valid"
    : "forged";
}

/** The prefix separates this use of the key from any other. */
function headStatement(head: AuditHead, as: SignedAs): Buffer {
  const { signature: _signature, ...rest } = head;
  return Buffer.from(`proviso.audit.${as}.1\0${canonicalJson(rest)}`);
}

/** A head as stored; undefined if it is none. Without unknown fields, which are unsigned. */
export function readHead(value: unknown): AuditHead | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { writer, sequence, hash, time, keyId, signature } = value as Record<keyof AuditHead, unknown>;
  if (typeof writer !== "string" || !isRecordCount(sequence) || typeof hash !== "string") return undefined;
  if (![time, keyId, signature].every(isOptionalText)) return undefined;
  return {
    writer,
    sequence,
    hash,
    ...(typeof time === "string" && { time }),
    ...(typeof keyId === "string" && { keyId }),
    ...(typeof signature === "string" && { signature }),
  };
}

function isRecordCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
