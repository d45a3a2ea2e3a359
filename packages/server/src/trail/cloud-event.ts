import type { Json, JsonObject } from "@proviso/manifest";
import { isJsonObject } from "../canonical/canonical-copy.ts";
import type { AuditEntry } from "../api/ports.ts";
import type { AuditRecord } from "./audit-record.ts";

/** The event `type` for calls to unknown tools, which have no contract with an `auditEvent`. */
const unknownTool = "dev.proviso.unknown";
const sourcePrefix = "urn:proviso:audit:";
const sequenceDigits = 16;

/** An entry as stored and exported: CloudEvents 1.0, structured JSON. */
export interface AuditEvent extends JsonObject {
  readonly specversion: "1.0";
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly time: string;
  readonly datacontenttype: "application/json";
  readonly data: JsonObject;
}

/** An event in a chain, with its position in extension attributes. */
export type ChainedEvent = AuditEvent & {
  /** The number of the record with leading zeros, as the CloudEvents extension `sequence` requires. */
  readonly sequence: string;
  readonly previoushash: string;
  /** Hex SHA-256 of the canonical JSON of all other attributes. */
  readonly hash: string;
  /** Id of the signing key, in the last event of a signed group. */
  readonly keyid?: string;
  /** Signs the end of the group. No head can be made from it. */
  readonly signature?: string;
};

/** The position of an event in a chain. */
export type ChainPosition = Pick<ChainedEvent, "sequence" | "previoushash">;

/**
 * The entry's fields under `data`. All fields of an event are in canonical order, so that it need not be sorted for hashing.
 */
const dataKeys = Object.keys({
  approvers: true,
  askedAt: true,
  logIn: true,
  callId: true,
  contractHash: true,
  decision: true,
  details: true,
  edited: true,
  event: true,
  failure: true,
  fault: true,
  fingerprint: true,
  formerKey: true,
  input: true,
  inputBytes: true,
  inputDigest: true,
  kind: true,
  nextKey: true,
  number: true,
  outcome: true,
  planHash: true,
  principal: true,
  reason: true,
  refinement: true,
  replayed: true,
  request: true,
  resultBytes: true,
  resultDigest: true,
  together: true,
  tool: true,
  via: true,
} satisfies Record<DataKey, true>) as readonly DataKey[];

type DataKey = Exclude<keyof AuditEntry, "time" | "traceparent">;

/**
 * `type` is the contract's `auditEvent` only if the effect has happened. For other records a suffix is added:
 * `email.external.sent.intent`, `….approval`, `….refused`. An event of the handler has its own type.
 */
export function toEvent(entry: AuditEntry, writer: string): AuditEvent;
export function toEvent(
  entry: AuditEntry,
  writer: string,
  position: ChainPosition,
): AuditEvent & ChainPosition;
export function toEvent(entry: AuditEntry, writer: string, position?: ChainPosition): AuditEvent {
  const { callId, event, kind, number, time, tool, traceparent } = entry;
  return {
    data: dataOf(entry),
    datacontenttype: "application/json",
    id: number === undefined ? `${callId}.${kind}` : `${callId}.${kind}.${number}`,
    ...(position && { previoushash: position.previoushash, sequence: position.sequence }),
    source: `${sourcePrefix}${encodeURIComponent(writer)}`,
    specversion: "1.0",
    ...(event !== undefined && { subject: tool }),
    time,
    ...(traceparent !== undefined && { traceparent }),
    type: typeOf(entry),
  };
}

function dataOf(entry: AuditEntry): JsonObject {
  const data: Record<string, Json> = {};
  for (const key of dataKeys) {
    const value = entry[key];
    if (value !== undefined) data[key] = value;
  }
  return data;
}

export function sequenceText(sequence: number): string {
  return String(sequence).padStart(sequenceDigits, "0");
}

/** The record in a stored event; undefined if it is none. Its content is not verified: see `verifyAudit`. */
export function readEvent(event: unknown): AuditRecord | undefined {
  if (!isJsonObject(event)) return undefined;
  const { data, hash, previoushash, time, traceparent } = event;
  const writer = writerOf(event["source"]);
  const sequence = sequenceOf(event["sequence"]);
  if (writer === undefined || sequence === undefined || !isJsonObject(data)) return undefined;
  if (typeof hash !== "string" || typeof previoushash !== "string") return undefined;
  const entry = { ...data, time, ...(traceparent !== undefined && { traceparent }) } as unknown as AuditEntry;
  return { ...entry, writer, sequence, previousHash: previoushash, hash };
}

function typeOf({ event = unknownTool, kind, outcome, replayed }: AuditEntry): string {
  if (kind === "event") return event;
  if (kind !== "outcome" && kind !== "settlement") return `${event}.${kind}`;
  if (outcome !== "completed") return `${event}.${outcome}`;
  return replayed ? `${event}.replayed` : event;
}

function writerOf(eventSource: Json | undefined): string | undefined {
  if (typeof eventSource !== "string" || !eventSource.startsWith(sourcePrefix)) return undefined;
  try {
    return decodeURIComponent(eventSource.slice(sourcePrefix.length));
  } catch {
    return undefined;
  }
}

function sequenceOf(text: Json | undefined): number | undefined {
  if (typeof text !== "string" || !/^\d{16}$/.test(text)) return undefined;
  return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}
