import type { Outcome } from "../../api/outcome.ts";
import type { StoredValue } from "../../api/ports.ts";
import type { Work } from "../call/call.ts";
import { refuseWithoutLogIn } from "../step-up/step-up.ts";
import { conditionScope, holds } from "../../tools/conditions.ts";
import { freeLater, heldKey, type HeldKey } from "./held-key.ts";
import { keptUntil, neverBegan, readRecord, underWay, type KeyedCall, type KeyRecord } from "./key-record.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** The result of acquiring an idempotency key. */
export type Acquisition =
  /** `replaces`: the calls that held the key before, whose handlers never began. */
  | { readonly kind: "ours"; readonly held: HeldKey; readonly replaces: readonly string[] }
  /** `work`: what the other call has left. `isOlder`: it ended under another contract. */
  | { readonly kind: "conflict"; readonly work?: StoredWork; readonly isOlder?: boolean }
  /** Held by another call that is still alive. */
  | { readonly kind: "in_progress"; readonly leaseEnds: number; readonly work?: StoredWork }
  /** A call with steps left that nobody runs, and that this call may not continue without a log-in. */
  | { readonly kind: "suspended"; readonly attempt: UncertainAttempt; readonly work: StoredWork }
  /** The outcome is unknown. Without `attempt`, it is also unknown whether the calls were equal. */
  | { readonly kind: "unknown"; readonly attempt?: UncertainAttempt }
  /** The call was completed, but its outcome was sealed with another state key. */
  | { readonly kind: "unreadable" }
  | ({ readonly kind: "done"; readonly outcome: Outcome; readonly contractHash: string } & UncertainAttempt);

type StoredWork = Omit<Work, "holds">;

/** Which call holds a key, and the revision of its record. */
export interface UncertainAttempt {
  readonly callId: string;
  readonly revision: number;
}

/** Two calls can compete for an expiring record. After so many attempts: `in_progress`. */
const acquireAttempts = 3;

/** Acquires the key for this call, or says why it cannot. */
export async function acquireKey(key: string, call: KeyedCall, runtime: Runtime): Promise<Acquisition> {
  try {
    for (let attempt = 0; attempt < acquireAttempts; attempt++) {
      const acquired = await tryToAcquire(key, call, runtime);
      if (acquired) return acquired;
    }
  } catch (error) {
    void freeLater(key, call, runtime);
    throw error;
  }
  return { kind: "in_progress", leaseEnds: runtime.clock.now().getTime() };
}

async function tryToAcquire(
  key: string,
  call: KeyedCall,
  runtime: Runtime,
): Promise<Acquisition | undefined> {
  const { store } = runtime;
  // Read anew for each write: a clock that was set back would make the lease longer.
  const until = (): Date => keptUntil(call, runtime);
  if (await store.insert(key, underWay("held", key, call, runtime), until()))
    return { kind: "ours", held: heldKey(key, call, runtime), replaces: [] };
  const stored = await store.get(key);
  if (!stored) return undefined;
  const found = readStored(key, stored, call, runtime);
  const isSuspended = found !== "free" && found.kind === "suspended";
  if (found !== "free" && !isSuspended) return found;
  if (isSuspended && refuseWithoutLogIn(call, runtime)) return found;
  if (isSuspended && !continueWork(call.work, found)) return { kind: "unknown" };
  const state = isSuspended ? "started" : "held";
  const replaces = neverBegan(stored.value);
  const mine = { ...call, replaces: [...(call.replaces ?? []), ...replaces] };
  const isTaken = await store.replace(key, stored.revision, underWay(state, key, mine, runtime), until());
  return isTaken ? { kind: "ours", held: heldKey(key, mine, runtime, isSuspended), replaces } : undefined;
}

/** The earlier calls of a work that a record names. */
const maxCalls = 20;

/** Makes the work of this call the one that is left. False if another of its keys belongs to another work. */
function continueWork(
  mine: Work | undefined,
  { attempt, work }: Extract<Acquisition, { kind: "suspended" }>,
): boolean {
  if (!mine || (mine.calls.length > 0 && mine.id !== work.id)) return false;
  const calls = [...new Set([...work.calls, attempt.callId])].slice(-maxCalls);
  return Boolean(Object.assign(mine, work, { calls }));
}

/** Returns what a call with this key would find now. Writes nothing. */
export async function findStored(
  key: string,
  call: KeyedCall,
  runtime: Runtime,
): Promise<Exclude<Acquisition, { kind: "ours" }> | "free"> {
  const stored = await runtime.store.get(key);
  return stored ? readStored(key, stored, call, runtime) : "free";
}

function readStored(
  key: string,
  stored: StoredValue,
  call: KeyedCall,
  { clock, env, valueSeal }: Runtime,
): Exclude<Acquisition, { kind: "ours" }> | "free" {
  const now = clock.now();
  const record = readRecord(stored.value);
  // Stryker disable next-line ConditionalExpression, StringLiteral: what is released has expired
  if (!record) return "free";
  // Stryker disable next-line ConditionalExpression, StringLiteral: what is done has no lease
  const leaseEnds = record.state === "done" ? Infinity : stored.expiresAt.getTime() - record.outlivesLeaseMs;
  const isOver = now.getTime() >= leaseEnds;
  if (isOver && record.state === "held") return "free";
  const sameness = valueSeal.open(record.fingerprint, key);
  const sealed = record.state === "started" ? record.work : undefined;
  const work = sealed && (valueSeal.open(sealed, key) as unknown as StoredWork | undefined);
  if (sameness !== undefined && sameness !== call.sameness)
    return { kind: "conflict", isOlder: isOlder(record, call), ...(work && { work }) };
  // A read can simply be repeated. Another call under the same key may have had effects.
  if (isOver && sameness !== undefined && call.tool.contract.hints.readOnlyHint) return "free";
  const attempt: UncertainAttempt = { callId: record.callId, revision: stored.revision };
  if (record.state !== "done" && !isOver) return { kind: "in_progress", leaseEnds, ...(work && { work }) };
  if (work && call.work && sameness !== undefined && now.getTime() < work.until)
    return { kind: "suspended", attempt, work };
  if (record.state !== "done") return { kind: "unknown", ...(sameness !== undefined && { attempt }) };
  // Only `remember` seals values with our key under this store key.
  const outcome = valueSeal.open(record.outcome, key) as unknown as Outcome | undefined;
  // Stryker disable next-line ObjectLiteral, StringLiteral: what is of no other kind cannot be read
  if (!outcome) return { kind: "unreadable" };
  const { rememberUntil } = call.tool;
  // A step is undone once, however soon the tool that undoes it forgets other calls.
  const until = call.options.undoes === undefined && rememberUntil;
  if (until && !holds(until, conditionScope(call, env, now))) return "free";
  return { kind: "done", outcome, contractHash: record.contractHash, ...attempt };
}

function isOlder(record: KeyRecord, { tool }: KeyedCall): boolean {
  return record.state === "done" && record.contractHash !== tool.contract.hash;
}
