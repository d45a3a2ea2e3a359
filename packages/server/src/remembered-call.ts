import type { Json, JsonObject } from "@proviso/manifest";
import type { AuthorizedCall } from "./call.ts";
import { isJsonObject } from "./canonical-copy.ts";
import { conditionScope, holds } from "./conditions.ts";
import type { Outcome } from "./outcome.ts";
import type { Clock, Store, StoredValue } from "./ports.ts";

interface Memory {
  readonly store: Store;
  readonly clock: Clock;
}

/** What is kept under an idempotency key. Times are in milliseconds since the epoch. */
type Remembered =
  | {
      readonly state: "claimed" | "started";
      readonly fingerprint: string;
      readonly callId: string;
      readonly leaseEnds: number;
    }
  | { readonly state: "done"; readonly fingerprint: string; readonly outcome: Outcome };

export type Claimed = "ours" | "conflict" | "in_progress" | "unknown" | { readonly outcome: Outcome };

/** Where a contract says nothing, an outcome is remembered for a day. */
const defaultTtlMs = 24 * 60 * 60_000;
/** For everything around the handler: stores, policies, a plan. */
const slackMs = 60_000;
/** Two callers can meet at an expiring record; after so many meetings one of them is told to wait. */
const attempts = 3;

/** Takes the key for this call, or says why it cannot be had. */
export async function claim(
  key: string,
  call: AuthorizedCall,
  memory: Memory & { readonly env: string },
): Promise<Claimed> {
  const { store, clock } = memory;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const now = clock.now();
    const mine = claimOf(call, now);
    if (await store.insert(key, mine, keepUntil(call, now))) return "ours";
    const stored = await store.get(key);
    if (!stored) continue;
    const verdict = judge(stored, call, memory.env, now);
    if (verdict !== "free") return verdict;
    if (await store.replace(key, stored.revision, mine, keepUntil(call, now))) return "ours";
  }
  return "in_progress";
}

/** Marks that the effect may happen from now on; false if the key was lost meanwhile. */
export async function start(key: string, call: AuthorizedCall, { store, clock }: Memory): Promise<boolean> {
  const now = clock.now();
  const stored = await mineIn(store, key, call);
  const value = toJson({
    state: "started",
    fingerprint: call.fingerprint,
    callId: call.id,
    leaseEnds: now.getTime() + call.tool.contract.timeoutMs + slackMs,
  });
  return stored !== undefined && store.replace(key, stored.revision, value, keepUntil(call, now));
}

/** Keeps the outcome. If that fails the record stays `started`, and a repeat is answered `outcome_unknown`. */
export async function remember(
  key: string,
  call: AuthorizedCall,
  outcome: Outcome,
  { store, clock }: Memory,
): Promise<void> {
  const value = toJson({ state: "done", fingerprint: call.fingerprint, outcome });
  try {
    await store.put(key, value, new Date(clock.now().getTime() + ttlMs(call)));
  } catch {
    call.trace.fault ??= "the outcome could not be remembered";
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

function judge(stored: StoredValue, call: AuthorizedCall, env: string, now: Date): Claimed | "free" {
  const record = fromJson(stored.value);
  if (!record) return "free";
  const isOver = record.state !== "done" && now.getTime() >= record.leaseEnds;
  if (isOver && record.state === "claimed") return "free";
  if (record.fingerprint !== call.fingerprint) return "conflict";
  if (record.state !== "done") return isOver ? "unknown" : "in_progress";
  const { rememberUntil } = call.tool;
  const counts = !rememberUntil || holds(rememberUntil, conditionScope(call, env, now));
  return counts ? { outcome: record.outcome } : "free";
}

async function mineIn(store: Store, key: string, call: AuthorizedCall): Promise<StoredValue | undefined> {
  const stored = await store.get(key);
  const record = stored && fromJson(stored.value);
  return record && record.state !== "done" && record.callId === call.id ? stored : undefined;
}

/** Long enough for the plan and the handler. A claim whose process died is free after that. */
function claimOf(call: AuthorizedCall, now: Date): JsonObject {
  return toJson({
    state: "claimed",
    fingerprint: call.fingerprint,
    callId: call.id,
    leaseEnds: now.getTime() + call.tool.contract.timeoutMs + slackMs,
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
