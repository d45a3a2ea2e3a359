import { canonicalJson, type Json } from "@proviso/manifest";
import type { CallToApprove } from "../../api/approvals.ts";
import { endedBeforeUse } from "../../api/not-approved.ts";
import type { Outcome } from "../../api/outcome.ts";
import type { PauseList } from "../../api/pauses.ts";
import type { CallSet, ProgramCall, SetCall } from "../../api/program-call.ts";
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

/** The stored form of an approved set. `used`: indexes of calls that have begun. `until` is in milliseconds since the epoch. */
interface StoredSet {
  readonly calls: readonly SetCall[];
  readonly used: readonly number[];
  readonly askedAt: string;
  readonly until: number;
}

/**
 * Runs a call of an approved set once, leaves other asking calls to the program, and runs nothing with effects in a plan. `alone` treats
 * the call like one that no program makes.
 */
export async function confirmInProgram(
  call: PlannedCall,
  program: ProgramCall,
  isAsked: boolean,
  runtime: Runtime,
  next: Next<PlannedCall>,
  alone: () => Answered<Outcome>,
): Promise<Outcome> {
  const isHeld = program.mode === "plan" && call.tool.contract.sideEffects.length > 0;
  const asked = toApprove(call);
  const mayBeInSet = isAsked && !call.lacksLogIn;
  const isInSet = mayBeInSet && (await placeOf(asked, program, runtime)) !== undefined;
  if (isInSet && !isHeld)
    return next({ ...call, finalChecks: [...call.finalChecks, useOf(call, asked, program, runtime)] });
  const known = isAsked && !isInSet ? await runtime.approvals?.answer(asked, "look") : undefined;
  // In a plan as in a run, so that nobody is asked about a program that ends here.
  if (known?.kind === "end") return notApproved(call, known.refusal);
  const asks = isAsked && !isInSet && (known?.kind ?? "wait") === "wait";
  if (!isHeld && !asks) return alone();
  const terms = termsInSet(asked, await runtime.pauses.recent());
  if (!program.collect(asked, asks, terms) && !isHeld) return alone();
  return refuse(call, "confirmation_required", "The program goes on without a result of this call.");
}

/** Stores the set that was approved with a call, just before that call runs. */
export function grantSet(call: PlannedCall, { calls }: CallSet, runtime: Runtime): FinalCheck {
  return async () => {
    const now = await timeOf(runtime);
    const set = { calls, used: [], askedAt: now.toISOString(), until: now.getTime() + setMs };
    const key = keyOf(call.id, toApprove(call), runtime);
    await runtime.store.put(key, runtime.valueSeal.seal(set as unknown as Json, key), new Date(set.until));
    return undefined;
  };
}

/** Marks the call as used, by compare-and-swap: of two equal calls at once, each needs a place of its own. Then puts it on record. */
function useOf(call: PlannedCall, asked: CallToApprove, program: ProgramCall, runtime: Runtime): FinalCheck {
  return async () => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const place = await placeOf(asked, program, runtime);
      if (!place) return notApproved(call, endedBeforeUse);
      const { index, key, revision, set, stored } = place;
      const after = { ...stored, used: [...stored.used, index] } as unknown as Json;
      if (!(await runtime.store.replace(key, revision, runtime.valueSeal.seal(after, key)))) continue;
      const request = fingerprintOfText(`set ${set} ${index}`);
      call.history.request = request;
      const refused = await endPending(call, runtime, "not_needed");
      return refused ?? putOnRecord(call, { request, askedAt: stored.askedAt, via: "set", set }, runtime);
    }
    throw new Error("an approved set is changed faster than it can be written");
  };
}

/** The unused place of a call in a set. What the person saw binds: arguments, contract and plan. A pause of its tool since then ends it. */
async function placeOf(asked: CallToApprove, { sets }: ProgramCall, runtime: Runtime) {
  const { pauses, store, valueSeal } = runtime;
  const wanted = canonicalJson({ ...termsInSet(asked, await pauses.read()) });
  for (const set of sets) {
    const key = keyOf(set, asked, runtime);
    const found = await store.get(key);
    const opened = typeof found?.value === "string" ? valueSeal.open(found.value, key) : undefined;
    if (!found || opened === undefined) continue;
    const stored = opened as unknown as StoredSet;
    if ((await timeOf(runtime)).getTime() >= stored.until) continue;
    const isPlace = (each: SetCall, index: number): boolean =>
      !stored.used.includes(index) && canonicalJson({ ...each }) === wanted;
    const index = stored.calls.findIndex(isPlace);
    if (index >= 0) return { index, key, revision: found.revision, set, stored };
  }
  return undefined;
}

function termsInSet(asked: CallToApprove, list: PauseList): SetCall {
  const { principal: _caller, ...terms } = asked.terms;
  return { ...terms, lastPause: lastPauseOf(list, asked) };
}

/** The caller is in the key, so that a set is of no use to another one. */
function keyOf(set: string, { terms }: CallToApprove, { realm }: Runtime): string {
  return realmKey(realm, "set", terms.principal, set);
}

/** Returns the time of the store's clock if it has one, because another server may get the answer, or the next call. */
export async function timeOf({ clock, store }: Runtime): Promise<Date> {
  return store.now ? store.now() : clock.now();
}
