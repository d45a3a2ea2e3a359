import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { AuditEntry } from "@proviso/server";
import { fingerprint } from "@proviso/server/storage";
import type { AuditRecord } from "./audit-record.ts";

/** The event `type` for calls to unknown tools, which have no contract. */
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
  readonly data: JsonObject;
}

/** An event in a chain, with its position in extension attributes. */
export type ChainedEvent = AuditEvent & {
  /** The number of the record with leading zeros, as the CloudEvents extension `sequence` requires. */
  readonly sequence: string;
  readonly previoushash: string;
  /** SHA-256 (base64url) of `previoushash`, a space, and the SHA-256 (base64url) of the canonical JSON of all other attributes. */
  readonly hash: string;
  /** Id of the signing key, in the last event of a signed group. */
  readonly keyid?: string;
  /** Signs the end of the group. No head can be made from it. */
  readonly signature?: string;
};

/**
 * The entry's fields under `data`, unless other attributes of the event contain them. All fields of an event are in canonical order, so that it need not be sorted for hashing.
 */
const dataKeys = Object.keys({
  approvers: true,
  askedAt: true,
  caller: true,
  callerFacts: true,
  logIn: true,
  continues: true,
  contractHash: true,
  decision: true,
  details: true,
  dryRun: true,
  edited: true,
  expiresAt: true,
  failure: true,
  fault: true,
  fingerprint: true,
  formerKey: true,
  input: true,
  inputBytes: true,
  inputDigest: true,
  key: true,
  mandate: true,
  nextKey: true,
  outcome: true,
  part: true,
  parts: true,
  planHash: true,
  policies: true,
  principal: true,
  program: true,
  reason: true,
  reconciled: true,
  refinement: true,
  replayed: true,
  request: true,
  resultBytes: true,
  resultDigest: true,
  secrets: true,
  set: true,
  store: true,
  summary: true,
  together: true,
  tool: true,
  undoes: true,
  via: true,
  work: true,
} satisfies Record<DataKey, true>) as readonly DataKey[];

type DataKey = Exclude<keyof AuditEntry, "callId" | "kind" | "number" | "event" | "time" | "traceparent">;

/**
 * `type` is the event of the contract only if the effect has happened. For other records a suffix is added:
 * `email.external.sent.intent`, `….approval`, `….refused`. An event of the handler has its own type.
 */
export function toEvent(entry: AuditEntry, writer: string): AuditEvent {
  const { callId, event, kind, number, time, tool, traceparent } = entry;
  return {
    data: dataOf(entry),
    id: number === undefined ? `${callId}.${kind}` : `${callId}.${kind}.${number}`,
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
  const { event, fingerprint: digest } = entry;
  const isDerived = hasDerivedDigest(entry);
  for (const key of dataKeys) {
    const value = entry[key];
    if (value === undefined || (key === "fingerprint" && isDerived)) continue;
    if (key === "tool" && event !== undefined) continue;
    data[key] = value;
  }
  if (isDerived && digest === undefined) data["redacted"] = true;
  return data;
}

/** In these the fingerprint is that of `input`, unless something was left out of it. */
function hasDerivedDigest({ kind, input }: Pick<AuditEntry, "kind" | "input">): boolean {
  return input !== undefined && (kind === "intent" || kind === "precheck" || kind === "outcome");
}

export function sequenceText(sequence: number): string {
  return String(sequence).padStart(sequenceDigits, "0");
}

/** The record in a stored event; undefined if it is none. Its content is not verified: see `verifyAudit`. */
export function readEvent(event: unknown): AuditRecord | undefined {
  if (!isObject(event)) return undefined;
  const { data, hash, previoushash, time, traceparent } = event;
  const writer = writerOf(event["source"]);
  const sequence = sequenceOf(event["sequence"]);
  if (writer === undefined || sequence === undefined || !isObject(data)) return undefined;
  if (typeof hash !== "string" || typeof previoushash !== "string") return undefined;
  const stated = statedOutside(event, data);
  if (!stated) return undefined;
  const { redacted: _redacted, ...kept } = data;
  const entry = {
    ...stated,
    ...kept,
    time,
    ...(traceparent !== undefined && { traceparent }),
  } as unknown as AuditEntry;
  return { ...entry, writer, sequence, previousHash: previoushash, hash };
}

/** The fields of an entry that are not in the `data` of its event. */
function statedOutside(event: JsonObject, data: JsonObject): Partial<AuditEntry> | undefined {
  const { id, subject, type } = event;
  // Stryker disable next-line ConditionalExpression: what is no text does not match as an id
  if (typeof id !== "string" || typeof type !== "string") return undefined;
  // Stryker disable next-line ArrayDeclaration: it has no second element
  const [, callId, kind, number] = idPattern.exec(id) ?? [];
  // Stryker disable next-line ConditionalExpression, LogicalOperator: an id gives both or neither
  if (callId === undefined || kind === undefined) return undefined;
  const { input, redacted, outcome, replayed } = data;
  const stated = {
    callId,
    kind: kind as AuditEntry["kind"],
    ...(number !== undefined && { number: Number(number) }),
  };
  const isWhole =
    redacted === undefined && hasDerivedDigest({ kind: stated.kind, ...(input !== undefined && { input }) });
  const suffix = suffixOf({ kind: stated.kind, outcome: String(outcome), replayed: replayed === true });
  return {
    ...stated,
    ...(typeof subject === "string" && { tool: subject, event: type.slice(0, type.length - suffix.length) }),
    // Stryker disable next-line ConditionalExpression: what is whole has an input
    ...(isWhole && input !== undefined && digestOf(input)),
  };
}

/** Nothing for incomplete surrogate pairs, which canonical JSON does not allow. */
function digestOf(input: Json): { readonly fingerprint: string } | undefined {
  try {
    return { fingerprint: fingerprint(input) };
  } catch {
    return undefined;
  }
}

const idPattern =
  // Stryker disable next-line Regex: the first group begins at the start anyway
  /^(.*)\.(intent|approval|decision|event|outcome|settlement|precheck|key_changed)(?:\.(\d{1,15}))?$/s;

function typeOf(entry: AuditEntry): string {
  return `${entry.event ?? unknownTool}${suffixOf(entry)}`;
}

function suffixOf({
  kind,
  // Stryker disable next-line StringLiteral: an outcome has its kind
  outcome = "",
  replayed,
}: Pick<AuditEntry, "kind" | "outcome" | "replayed">): string {
  if (kind === "event") return "";
  if (kind !== "outcome" && kind !== "settlement") return `.${kind}`;
  if (outcome !== "completed") return `.${outcome}`;
  return replayed ? ".replayed" : "";
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
  // Stryker disable next-line ConditionalExpression: nothing but a text has sixteen digits
  if (typeof text !== "string" || !/^\d{16}$/.test(text)) return undefined;
  return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}
