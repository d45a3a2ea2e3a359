import type { Json } from "@proviso/manifest";
import type { CallToApprove } from "../../api/approvals.ts";
import type { Outcome } from "../../api/outcome.ts";
import { endedBeforeUse } from "../../api/not-approved.ts";
import type { CallSet, ProgramCall, SetCall } from "../../api/programs.ts";
import { fingerprintOfText } from "../../canonical/fingerprint.ts";
import { realmKey } from "../../canonical/realm.ts";
import { lastPauseOf } from "../../pauses/pauses.ts";
import type { FinalCheck, PlannedCall } from "../call/call.ts";
import { notApproved, refuse } from "../call/refuse.ts";
import type { Answered, Next } from "../call/stage.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { endPending, toApprove } from "./ask-approvals.ts";
import { putOnRecord } from "./put-on-record.ts";

/** How long the calls of an approved set may run: a program is resumed within it. */
const setMs = 60 * 60_000;
/** Other calls of the set are used at the same time. */
const attempts = 40;

/** The stored form of an approved set. */
interface StoredSet {
  readonly calls: readonly SetCall[];
  /** Indexes of calls that have run or begun. */
  readonly used: readonly number[];
  readonly askedAt: string;
  /** In milliseconds since the epoch. */
  readonly until: number;
}

/** The ways on of a call that a program makes. */
interface Ways {
  readonly isAsked: boolean;
  readonly next: Next<PlannedCall>;
  /** Treats the call like one that no program makes. */
  readonly alone: () => Answered<Outcome>;
}

/** Runs a call of an approved set once, leaves other asking calls to the program, and runs nothing with effects in a plan. */
export async function confirmInProgram(
  call: PlannedCall,
  program: ProgramCall,
  { alone, isAsked, next }: Ways,
  runtime: Runtime,
): Promise<Outcome> {
  const isHeld = program.mode === "plan" && call.tool.contract.sideEffects.length > 0;
  const asked = toApprove(call);
  const set = isAsked ? await findInSets(asked, program, runtime) : undefined;
  if (set !== undefined && !isHeld)
    return next({ ...call, finalChecks: [...call.finalChecks, useOf(call, asked, set, runtime)] });
  const known = isAsked && set === undefined ? await runtime.approvals?.answer(asked, "look") : undefined;
  const asks = isAsked && set === undefined && (known === undefined || known.kind === "wait");
  if (!isHeld && !asks) return alone();
  const lastPause = lastPauseOf(await runtime.pauses.recent(), asked);
  if (!program.collect({ ...asked, lastPause }, asks) && !isHeld) return alone();
  return refuse(call, "confirmation_required", "The program goes on without a result of this call.");
}

/** Stores the set that was approved with a call, just before that call runs. */
export function grantSet(call: PlannedCall, { calls }: CallSet, runtime: Runtime): FinalCheck {
  return async () => {
    const now = await timeOf(runtime);
    const until = now + setMs;
    const set = { calls, used: [], askedAt: new Date(now).toISOString(), until };
    const key = keyOf(call.id, toApprove(call), runtime);
    await runtime.store.put(key, sealed(set, key, runtime), new Date(until));
    return undefined;
  };
}

function useOf(call: PlannedCall, asked: CallToApprove, set: string, runtime: Runtime): FinalCheck {
  return async () => {
    const used = await useUp(set, asked, runtime);
    if (!used) return notApproved(call, endedBeforeUse);
    const request = fingerprintOfText(`set ${set} ${used.index}`);
    call.history.request = request;
    const { askedAt } = used;
    return (
      (await endPending(call, runtime, "not_needed")) ??
      (await putOnRecord(call, { request, askedAt, via: "set", set }, runtime))
    );
  };
}

/** Marks the call as used, by compare-and-swap: of two equal calls at once, each needs a place of its own in the set. */
async function useUp(
  set: string,
  asked: CallToApprove,
  runtime: Runtime,
): Promise<{ readonly index: number; readonly askedAt: string } | undefined> {
  const key = keyOf(set, asked, runtime);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await read(key, asked, runtime);
    if (!found) return undefined;
    const { index, revision, stored } = found;
    const after = sealed({ ...stored, used: [...stored.used, index] }, key, runtime);
    if (await runtime.store.replace(key, revision, after)) return { index, askedAt: stored.askedAt };
  }
  throw new Error("an approved set is changed faster than it can be written");
}

async function findInSets(
  asked: CallToApprove,
  { sets }: ProgramCall,
  runtime: Runtime,
): Promise<string | undefined> {
  for (const set of sets) if (await read(keyOf(set, asked, runtime), asked, runtime)) return set;
  return undefined;
}

/** The unused place of a call in a set. What the person saw binds: arguments, contract and plan. A pause of its tool since then ends it. */
async function read(
  key: string,
  asked: CallToApprove,
  runtime: Runtime,
): Promise<{ readonly stored: StoredSet; readonly revision: number; readonly index: number } | undefined> {
  const found = await runtime.store.get(key);
  const opened = typeof found?.value === "string" ? runtime.valueSeal.open(found.value, key) : undefined;
  if (!found || opened === undefined) return undefined;
  const stored = opened as unknown as StoredSet;
  if ((await timeOf(runtime)) >= stored.until) return undefined;
  const lastPause = lastPauseOf(await runtime.pauses.read(), asked);
  const { contractHash, fingerprint, planHash, tool } = asked.terms;
  const index = stored.calls.findIndex(
    (each, place) =>
      !stored.used.includes(place) &&
      each.lastPause === lastPause &&
      each.tool === tool &&
      each.fingerprint === fingerprint &&
      each.contractHash === contractHash &&
      each.planHash === planHash,
  );
  return index < 0 ? undefined : { stored, revision: found.revision, index };
}

/** The caller is in the key, so that a set is of no use to another one. */
function keyOf(set: string, { terms }: CallToApprove, { realm }: Runtime): string {
  // Stryker disable next-line StringLiteral: for people who look into a store
  return realmKey(realm, "set", terms.principal, set);
}

function sealed(set: StoredSet, key: string, { valueSeal }: Runtime): string {
  return valueSeal.seal(set as unknown as Json, key);
}

async function timeOf({ clock, store }: Runtime): Promise<number> {
  return (store.now ? await store.now() : clock.now()).getTime();
}
