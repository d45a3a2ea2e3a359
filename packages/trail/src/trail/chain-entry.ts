import { hash } from "node:crypto";
import { canonicalJson, type JsonObject } from "@proviso/manifest";
import type { AuditEntry } from "@proviso/server";
import { sequenceText, toEvent, type AuditEvent, type ChainedEvent } from "./cloud-event.ts";

/** The end of a chain. */
export interface ChainLink {
  readonly sequence: number;
  readonly hash: string;
  /** `time` of the last record; absent before the first. */
  readonly time?: string;
}

/** The end of a chain, with the key that signs what follows. Absent without signatures. */
export interface ChainState extends ChainLink {
  readonly keyId?: string;
}

/** The end of an empty chain. */
export const genesis: ChainLink = { sequence: 0, hash: "0".repeat(64) };

/** An entry whose bytes are made, but for its number and its link. */
export interface WrittenEntry {
  readonly event: AuditEvent;
  /** The canonical JSON of the event before its `sequence`, and after it. */
  readonly text: readonly [before: string, after: string];
}

/** Throws for what JSON cannot hold, such as an incomplete surrogate pair. */
export function writeEntry(entry: AuditEntry, writer: string): WrittenEntry {
  return writeEvent(toEvent(entry, writer));
}

function writeEvent(event: AuditEvent): WrittenEntry {
  const { data, id, ...rest } = event;
  return { event, text: [canonicalJson({ data, id }).slice(0, -1), canonicalJson(rest).slice(1)] };
}

/** The entry with the state of the store beside which it is written. */
export function withStore({ event }: WrittenEntry, store: string): WrittenEntry {
  return writeEvent({ ...event, data: { ...event.data, store } });
}

/** Chains an entry to the previous record. */
export function chainEntry({ event, text }: WrittenEntry, previous: ChainLink): ChainedEvent {
  const { data, id, ...rest } = event;
  const sequence = sequenceText(previous.sequence + 1);
  const [before, after] = text;
  const link = linkHash(previous.hash, digestOfText(`${before},"sequence":"${sequence}",${after}`));
  return { data, id, sequence, ...rest, previoushash: previous.hash, hash: link };
}

/** The hash of an unsigned event, or of all attributes of a signed one, as written. */
export function chainHash({
  previoushash,
  ...content
}: Pick<ChainedEvent, "previoushash"> & JsonObject): string {
  return linkHash(previoushash, contentDigest(content));
}

/**
 * Links a record to the previous one. The digest of its content is enough for that, so an evidence
 * bundle can contain the link of a call without its content.
 */
export function linkHash(previousHash: string, digest: string): string {
  return hash("sha256", `${previousHash} ${digest}`, "base64url");
}

/** The digest of everything in an event but its position in the chain. */
export function contentDigest({ hash: _hash, previoushash: _previous, ...content }: JsonObject): string {
  return digestOfText(canonicalJson(content));
}

function digestOfText(canonical: string): string {
  return hash("sha256", canonical, "base64url");
}

/** Whether a stored event has the correct hash. */
export function isIntact(event: JsonObject): boolean {
  const stored = event["hash"];
  // Stryker disable next-line ConditionalExpression: a record has a hash
  return typeof stored === "string" && hashOf(event) === stored;
}

/** The hash of a stored event before its signature was added, which is what was signed. */
export function unsignedHash({
  keyid: _keyId,
  signature: _signature,
  ...event
}: JsonObject): string | undefined {
  return hashOf(event);
}

/** Undefined for incomplete surrogate pairs, which canonical JSON does not allow, and for what is in no chain. */
export function hashOf({ hash: _hash, ...event }: JsonObject): string | undefined {
  const { previoushash } = event;
  try {
    // Stryker disable next-line ConditionalExpression: a record has the hash before it
    return typeof previoushash === "string" ? linkHash(previoushash, contentDigest(event)) : undefined;
  } catch {
    return undefined;
  }
}
