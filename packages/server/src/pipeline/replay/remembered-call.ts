import type { Json, JsonObject } from "@proviso/manifest";
import type { AuthorizedCall } from "../call/call.ts";
import { isJsonObject } from "../../canonical/canonical-copy.ts";
import { conditionScope, holds } from "../../tools/conditions.ts";
import type { Outcome } from "../../api/outcome.ts";
import type { Clock, Store, StoredValue } from "../../api/ports.ts";
import type { ValueSeal } from "../seals/sealed-value.ts";

/** What is needed to remember a call. */
export interface Memory {
  readonly store: Store;
  readonly clock: Clock;
  readonly env: string;
  readonly valueSeal: ValueSeal;
  /** Told what a caller must not be told. */
  readonly onFault: (error: unknown, tool: string) => void;
}

/**
 * What is kept under an idempotency key. Times are in milliseconds since the epoch. The fingerprint is sealed, for where an input
 * has few possible values its hash gives them away.
 */
type Remembered =
  | {
      readonly state: "claimed" | "started";
      readonly fingerprint: string;
      readonly callId: string;
      readonly leaseEnds: number;
    }
  | {
      readonly state: "done";
      readonly fingerprint: string;
      /** Of the contract under which it was done. */
      readonly contractHash: string;
      /** Sealed, for an output may hold anything. */
      readonly outcome: string;
    };

/** What was done under a key, and under which contract. */
export interface Done {
  readonly outcome: Outcome;
  readonly contractHash: string;
}

/** `unreadable`: it was done, but under a state key that we do not have. */
export type Claimed = "ours" | "conflict" | "in_progress" | "unknown" | "unreadable" | Done;

/** Where a contract says nothing, an outcome is remembered for a day. */
export const defaultTtlMs: number = 24 * 60 * 60_000;
/** For everything around the handler: stores, policies, a plan. */
const slackMs = 60_000;
/** Two callers can meet at an expiring record; after so many meetings one of them is told to wait. */
const attempts = 3;

/** Takes the key for this call, or says why it cannot be had. */
export async function claim(key: string, call: AuthorizedCall, memory: Memory): Promise<Claimed> {
  const { store, clock } = memory;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const now = clock.now();
    const mine = taken("claimed", key, call, memory);
    if (await store.insert(key, mine, keepUntil(call, now))) return "ours";
    const stored = await store.get(key);
    if (!stored) continue;
    const verdict = judge(key, stored, call, memory);
    if (verdict !== "free") return verdict;
    if (await store.replace(key, stored.revision, mine, keepUntil(call, now))) return "ours";
  }
  return "in_progress";
}

/** Marks that the effect may happen from now on; false if the key was lost meanwhile. */
export async function start(key: string, call: AuthorizedCall, memory: Memory): Promise<boolean> {
  const { store, clock } = memory;
  const stored = await mineIn(store, key, call);
  const value = taken("started", key, call, memory);
  return stored !== undefined && store.replace(key, stored.revision, value, keepUntil(call, clock.now()));
}

/** Keeps the outcome. If that fails the record stays `started`, and a repeat is answered `outcome_unknown`. */
export async function remember(
  key: string,
  call: AuthorizedCall,
  outcome: Outcome,
  { store, clock, valueSeal, onFault }: Memory,
): Promise<void> {
  const { tool } = call;
  const value = toJson({
    state: "done",
    fingerprint: valueSeal.seal(call.fingerprint, key),
    contractHash: tool.contract.hash,
    outcome: valueSeal.seal(outcome as unknown as Json, key),
  });
  try {
    await store.put(key, value, new Date(clock.now().getTime() + ttlMs(call)));
  } catch (error) {
    call.trace.fault ??= "the outcome could not be remembered";
    onFault(error, tool.contract.name);
  }
}

/** Frees the key, if it is still ours: an expiry in the past removes it in one atomic step. */
export async function release(key: string, call: AuthorizedCall, { store }: Memory): Promise<void> {
  try {
    const stored = await mineIn(store, key, call);
    if (stored) await store.replace(key, stored.revision, null, new Date(0));
  } catch {
    // The lease ends by itself.
  }
}

function judge(
  key: string,
  stored: StoredValue,
  call: AuthorizedCall,
  { clock, env, valueSeal }: Memory,
): Claimed | "free" {
  const now = clock.now();
  const record = fromJson(stored.value);
  if (!record) return "free";
  const isOver = record.state !== "done" && now.getTime() >= record.leaseEnds;
  if (isOver && record.state === "claimed") return "free";
  const fingerprint = valueSeal.open(record.fingerprint, key);
  if (fingerprint !== undefined && fingerprint !== call.fingerprint) return "conflict";
  // What has no effect may simply be done again; another call under the same key may have had one.
  if (isOver && fingerprint !== undefined && call.tool.contract.hints.readOnlyHint) return "free";
  if (record.state !== "done") return isOver ? "unknown" : "in_progress";
  if (fingerprint === undefined) return "unreadable";
  const { rememberUntil } = call.tool;
  if (rememberUntil && !holds(rememberUntil, conditionScope(call, env, now))) return "free";
  // What opens with our key for this place was written by `remember`.
  const outcome = valueSeal.open(record.outcome, key) as unknown as Outcome | undefined;
  return outcome ? { outcome, contractHash: record.contractHash } : "unreadable";
}

async function mineIn(store: Store, key: string, call: AuthorizedCall): Promise<StoredValue | undefined> {
  const stored = await store.get(key);
  const record = stored && fromJson(stored.value);
  return record && record.state !== "done" && record.callId === call.id ? stored : undefined;
}

/** Long enough for the plan, or for the handler. A claim whose process died is free after that. */
function taken(
  state: "claimed" | "started",
  key: string,
  { fingerprint, id, tool }: AuthorizedCall,
  { clock, valueSeal }: Memory,
): JsonObject {
  return toJson({
    state,
    fingerprint: valueSeal.seal(fingerprint, key),
    callId: id,
    leaseEnds: clock.now().getTime() + tool.contract.timeoutMs + slackMs,
  });
}

function ttlMs({ tool }: AuthorizedCall): number {
  return tool.contract.idempotency?.ttlMs ?? defaultTtlMs;
}

/** A claim outlives its lease, so that a call that never reported is known as such. */
function keepUntil(call: AuthorizedCall, now: Date): Date {
  return new Date(now.getTime() + Math.max(ttlMs(call), call.tool.contract.timeoutMs + 2 * slackMs));
}

function toJson(record: Remembered): JsonObject {
  return record as unknown as JsonObject;
}

/** Only this file writes these values; `null` is a released one. */
function fromJson(value: Json): Remembered | undefined {
  return isJsonObject(value) ? (value as unknown as Remembered) : undefined;
}
