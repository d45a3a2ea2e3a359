import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import type { AuthorizedCall } from "../call/call.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** A call with the hash by which repeated calls are compared. */
export interface KeyedCall extends AuthorizedCall {
  /** Hash of the input, in which equal instants are written the same way. */
  readonly sameness: string;
}

/**
 * The record of an idempotency key. Its fingerprint is sealed: a plain hash reveals short inputs.
 */
export type KeyRecord =
  | {
      readonly state: "held" | "started";
      readonly fingerprint: string;
      readonly callId: string;
      /** The work of a handler made of steps, once it has started. Sealed: who sets it decides what the next call does. */
      readonly work?: string;
      /** The calls that held the key before, and never began. */
      readonly replaces?: readonly string[];
      /**
       * How much longer than the lease the record is kept, in milliseconds. The lease is counted
       * from the record's end, by the reader's clock: the clocks of servers differ.
       */
      readonly outlivesLeaseMs: number;
    }
  | {
      readonly state: "done";
      readonly fingerprint: string;
      readonly callId: string;
      /** Hash of the contract under which the call ran. */
      readonly contractHash: string;
      /** Sealed, because an output may hold anything. */
      readonly outcome: string;
    };

/** How long an outcome is stored if the contract does not say: a day. */
const defaultTtlMs = 24 * 60 * 60_000;
/** Milliseconds added to a key's life for stores, policies and a plan around the handler. */
const keySlackMs = 60_000;
/** How long a held key is valid without renewal. */
export const leaseMs = 20_000;
/** Interval between two renewals. */
export const beatMs = 5000;

/** The record of a running call. */
export function underWay(
  state: "held" | "started",
  key: string,
  call: KeyedCall,
  { valueSeal }: Runtime,
): JsonObject {
  const fingerprint = valueSeal.seal(call.sameness, key);
  const { id: callId, replaces } = call;
  const outlivesLeaseMs = keptMs(call) - leaseMs;
  const record = { state, fingerprint, callId, outlivesLeaseMs, ...(replaces?.length && { replaces }) };
  if (!call.work || state === "held") return toJson(record);
  const { id, until, calls } = call.work;
  return toJson({ ...record, work: valueSeal.seal({ id, until, calls }, key) });
}

/** A few of the newest: each is a process that died. */
const maxReplaced = 20;

/** The calls of a stored record whose handlers never began, the one that holds the key first. */
export function neverBegan(value: Json): readonly string[] {
  const record = readRecord(value);
  return record?.state === "held" ? [record.callId, ...(record.replaces ?? [])].slice(0, maxReplaced) : [];
}

export function done(
  key: string,
  { id, sameness, tool }: KeyedCall,
  outcome: Outcome,
  { valueSeal }: Runtime,
): JsonObject {
  return toJson({
    state: "done",
    fingerprint: valueSeal.seal(sameness, key),
    callId: id,
    contractHash: tool.contract.hash,
    outcome: valueSeal.seal(outcome as unknown as Json, key),
  });
}

/** The record of this call, if it still holds the key. */
export async function keyRecordOf(
  call: KeyedCall,
  key: string,
  { store }: Runtime,
): Promise<{ readonly revision: number; readonly record: KeyRecord } | undefined> {
  const stored = await store.get(key);
  const record = stored && readRecord(stored.value);
  // Stryker disable next-line OptionalChaining: what is released has expired
  return stored && record?.callId === call.id ? { revision: stored.revision, record } : undefined;
}

/** Only this file writes these values; `null` means released. */
export function readRecord(value: Json): KeyRecord | undefined {
  return isObject(value) ? (value as unknown as KeyRecord) : undefined;
}

export function rememberedUntil({ tool }: KeyedCall, { clock }: Runtime): Date {
  return new Date(clock.now().getTime() + ttlOf(tool));
}

export function keptUntil(call: AuthorizedCall, { clock }: Runtime): Date {
  return new Date(clock.now().getTime() + keptMs(call));
}

/** Until when a record is kept whose lease ends now. */
export function leaseOver(call: AuthorizedCall, runtime: Runtime): Date {
  return new Date(keptUntil(call, runtime).getTime() - leaseMs);
}

/** Milliseconds that a held key lives: longer than its lease, so that the call stays known. */
function keptMs({ tool }: AuthorizedCall): number {
  return Math.max(ttlOf(tool), tool.contract.timeoutMs + 2 * keySlackMs);
}

function ttlOf({ contract }: AuthorizedCall["tool"]): number {
  return contract.idempotency?.ttlMs ?? defaultTtlMs;
}

function toJson(record: KeyRecord): JsonObject {
  return record as unknown as JsonObject;
}
