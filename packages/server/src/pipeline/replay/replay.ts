import { type Json, type JsonObject, longestTimer, withDefaults } from "@proviso/manifest";
import type { Outcome, Refusal } from "../../api/outcome.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";
import { realmKey } from "../../canonical/realm.ts";
import { identityOf } from "../../canonical/identity.ts";
import type { AuthorizedCall, FinalCheck, PlannedCall } from "../call/call.ts";
import { isFinalOutcome } from "../call/is-final-outcome.ts";
import { refuse } from "../call/refuse.ts";
import { inDoubt } from "../look-up/look-up-outcome.ts";
import type { LastStage, Next, Stage } from "../call/stage.ts";
import { refuseWithoutLogIn } from "../step-up/step-up.ts";
import { equalCalls } from "./equal-calls.ts";
import { formerKeys } from "./former-keys.ts";
import { type HeldKey, release } from "./held-key.ts";
import type { KeyedCall } from "./key-record.ts";
import { isInSteps } from "../../api/steps.ts";
import { endWork, newWork, noWork, runWork, strandedText } from "./run-work.ts";
import { acquireKey, findStored, type Acquisition } from "./acquire-key.ts";
import { resolveUnknown } from "./resolve-unknown.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { type BegunRow, cancelledRow, workRows } from "../runtime/work-rows.ts";

type OwnKey = Extract<Acquisition, { kind: "ours" }>;
type DoneRecord = Extract<Acquisition, { kind: "done" }>;

/**
 * Returns the stored outcome of a repeated call. After authorize, because outcomes are private;
 * before confirm, because nothing runs again. The last stage alone continues a call with steps left: what it may do was decided.
 */
export function replay(
  runtime: Runtime,
  last: LastStage<PlannedCall>,
): Stage<AuthorizedCall, AuthorizedCall> {
  const equal = equalCalls();
  const former = formerKeys(runtime);
  const once = async (
    { key, isFormer, fields }: CallKey,
    call: KeyedCall,
    next: Next<KeyedCall>,
  ): Promise<Outcome> => {
    const { turn, leave } = equal.enter(`${key} ${call.sameness}`);
    try {
      // Equal calls of this process wait for each other, and then get the first one's outcome.
      if (!(await isMyTurn(turn, call))) return keyInProgress(call, 0, runtime);
      const found = await acquireKey(key, call, runtime);
      const acquired = await resolveUnknown(key, found, call, runtime);
      // Two calls that were equal under another contract may differ under this one.
      if (isFormer && acquired.kind === "conflict") return await next(call);
      if (acquired.kind === "done") return replayedOutcome(call, acquired, runtime);
      return acquired.kind === "ours"
        ? await runHeld(acquired, call, runtime, next)
        : await replayRefusal(call, acquired, fields, runtime);
    } finally {
      leave();
    }
  };
  return {
    name: "replay",
    run(call, next) {
      const isKeyed = !call.dryRun && mayBeKeyed(call);
      const { options, tool } = call;
      const canUndo = options.work !== "cancel" || tool.contract.compensate !== undefined;
      if (options.work && !(isKeyed && canUndo && isInSteps(tool.handler.execute)))
        return refuse(call, "invalid_input", noWork);
      return isKeyed ? runKeyed(call, next) : next(call);
    },
  };

  async function runKeyed(call: AuthorizedCall, next: Next<AuthorizedCall>): Promise<Outcome> {
    const same = sameInputOf(call);
    const keys = keysOf(call, same, await former(call), runtime);
    const work = isInSteps(call.tool.handler.execute) ? newWork(call, runtime) : undefined;
    // Both keys apply: the caller's own, and the contract's key fields.
    const inOrder = keys.reduceRight<Next<KeyedCall>>(
      (inner, key) => (current) => once(key, current, inner),
      work ? (keyed) => runWork({ ...keyed, work }, runtime, last, next) : next,
    );
    return inOrder({ ...call, isKeyed: true, sameness: fingerprint(same), ...(work && { work }) });
  }
}

async function runHeld(
  { held, replaces }: OwnKey,
  call: KeyedCall,
  runtime: Runtime,
  next: Next<KeyedCall>,
): Promise<Outcome> {
  const start: FinalCheck = async () => ((await held.start()) ? undefined : keyInProgress(call, 0, runtime));
  // The inner one of two keys has closed the calls that went before.
  const { work } = call;
  const mayHaveActed = (): boolean =>
    call.history.executed || call.history.continues !== undefined || Boolean(work?.calls.length);
  work?.holds.push(() => held.start());
  try {
    const outcome = await next({
      ...call,
      finalChecks: [...call.finalChecks, start],
      replaces: [...(call.replaces ?? []), ...replaces],
    });
    const { late } = call.history;
    if (work && mayHaveActed()) {
      const end = (each: Outcome): Promise<void> => endWork(each, held, { ...call, work }, runtime);
      if (late === undefined) await end(outcome);
      else runtime.trackLate(late.then(end));
      return outcome;
    }
    await (isFinalOutcome(outcome, call) ? held.remember(outcome) : release(held, call));
    if (late) runtime.trackLate(late.then((each) => correctRecord(each, held, call)));
    return outcome;
  } catch (error) {
    // After the handler started, its effect may have happened: the key stays held.
    await (call.history.executed ? held.abandon() : release(held, call));
    throw error;
  }
}

/** Replaces a stored unknown outcome by the late one; releases the key if nothing was done. */
async function correctRecord(outcome: Outcome, held: HeldKey, call: KeyedCall): Promise<void> {
  await held.correct(isFinalOutcome(outcome, call) ? outcome : undefined);
}

/**
 * Returns what a repeated call would get now: its stored outcome ("done") or a refusal; undefined
 * if it would run. Acquires no key and writes nothing.
 */
export async function foreseeReplay(
  call: AuthorizedCall,
  runtime: Runtime,
): Promise<"done" | Refusal | undefined> {
  if (!mayBeKeyed(call)) return undefined;
  const same = sameInputOf(call);
  const keyed: KeyedCall = { ...call, isKeyed: true, sameness: fingerprint(same) };
  for (const key of keysOf(call, same, [], runtime)) {
    const found = await findStored(key.key, keyed, runtime);
    if (found === "free" || found.kind === "suspended") continue;
    if (found.kind !== "done") return await replayRefusal(call, found, key.fields, runtime);
    return misfit(call, found) ?? "done";
  }
  return undefined;
}

/** Returns the input before edits by approvers: a caller repeats what it sent. */
function sameInputOf({ edited, input, tool }: AuthorizedCall): JsonObject {
  return tool.sameInput(edited?.asked.input ?? input);
}

const askAgainMs = 1000;

/** Waits for earlier equal calls, unless it cancels them. False if the caller is gone or the tool's time is over. */
async function isMyTurn(
  turn: Promise<void>,
  { options: { signal, work }, tool }: KeyedCall,
): Promise<boolean> {
  if (work === "cancel") return true;
  const { promise: gaveUp, resolve } = Promise.withResolvers<boolean>();
  // Stryker disable next-line BooleanLiteral: the call for which it has waited holds the key
  const stop = (): void => resolve(false);
  const timer = setTimeout(stop, Math.min(tool.contract.timeoutMs, longestTimer));
  signal?.addEventListener("abort", stop);
  try {
    return await Promise.race([turn.then(() => true), gaveUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Whether the call may have a key: its own, the contract's, or that of an earlier contract. */
function mayBeKeyed({ options, tool }: AuthorizedCall): boolean {
  // Stryker disable next-line ConditionalExpression, EqualityOperator: there is no key to find
  return options.idempotencyKey !== undefined || (tool.contract.idempotency?.key.length ?? 0) > 0;
}

interface CallKey {
  readonly key: string;
  /** From the key fields of an earlier contract of the tool. */
  readonly isFormer: boolean;
  /** The arguments that make two calls the same. Absent for the caller's own key. */
  readonly fields?: readonly string[];
}

function keysOf(
  call: AuthorizedCall,
  same: JsonObject,
  former: readonly (readonly string[])[],
  { realm }: Runtime,
): readonly CallKey[] {
  const { options, principal, tool } = call;
  const { idempotency, name } = tool.contract;
  const keyOf = (kind: string, value: string): string =>
    realmKey(realm, "call", kind, identityOf(principal), name, value);
  const byFields = (fields: readonly string[], isFormer: boolean): CallKey => ({
    key: keyOf("declared", fingerprint(pickKeyFields(same, fields))),
    isFormer,
    fields,
  });
  return [
    ...(options.idempotencyKey === undefined
      ? []
      : [{ key: keyOf("explicit", options.idempotencyKey), isFormer: false }]),
    ...(idempotency?.key.length ? [byFields(idempotency.key, false)] : []),
    ...former.map((keyFields) => byFields(keyFields, true)),
  ];
}

function pickKeyFields(input: JsonObject, keyFields: readonly string[]): Json {
  // Stryker disable next-line ArrayDeclaration: any mark of an absent field
  return keyFields.map((field) => (Object.hasOwn(input, field) ? [input[field] ?? null] : []));
}

async function replayRefusal(
  call: AuthorizedCall,
  acquired: Exclude<Acquisition, { kind: "ours" | "done" }>,
  fields: readonly string[] | undefined,
  runtime: Runtime,
): Promise<Refusal> {
  if (acquired.kind === "conflict") {
    const { work } = acquired;
    const begun = work && ((await workRows(work, runtime).read("input")) as Partial<BegunRow> | undefined);
    const stranded = begun?.input && strandedText(call, begun.input);
    const { inputSchema } = call.tool.contract;
    const isFilled = begun?.asked !== undefined && withDefaults(inputSchema, begun.asked) !== begun.asked;
    const text = conflictText(fields, acquired.isOlder || isFilled);
    return refuse(call, "idempotency_conflict", stranded ?? text);
  }
  if (acquired.kind === "in_progress") {
    const { leaseEnds, work } = acquired;
    if (work && call.options.work === "cancel") await workRows(work, runtime).insert("undo", cancelledRow);
    const status = work && (await runtime.durable?.status(work.id));
    const refusal = keyInProgress(call, leaseEnds, runtime, status);
    return work ? { ...refusal, goesOn: work.id } : refusal;
  }
  const noLogIn = acquired.kind === "suspended" && refuseWithoutLogIn(call, runtime);
  if (noLogIn) return noLogIn;
  const message =
    acquired.kind === "unknown"
      ? "An earlier call with this key began and never reported: it is not known whether it took effect."
      : "An earlier call with this key came to its end, but what came of it can no longer be read.";
  return inDoubt(call, refuse(call, "outcome_unknown", message));
}

/**
 * Tells a model that rewords a note why a call neither runs nor returns the first outcome. `isOlder`: under this contract, even equal
 * arguments may be others, for a new default is filled in.
 */
function conflictText(fields: readonly string[] | undefined, isOlder: boolean | undefined): string {
  const what =
    fields === undefined
      ? "The same idempotency key"
      : `The same ${fields.map((field) => `\`${field}\``).join(", ")}`;
  return (
    `${what} was used for a call with other arguments, and this call was not made, because it may be the same again. ` +
    (isOlder
      ? "Its contract has changed since, so that even the first arguments may not get the first outcome."
      : "Call with exactly the first arguments to get the first outcome.")
  );
}

/**
 * Returns the stored outcome under the current contract: only with a log-in as recent as the tool
 * requires, and only if the result fits the current schema.
 */
function replayedOutcome(call: AuthorizedCall, found: DoneRecord, runtime: Runtime): Outcome {
  const refusal = refuseWithoutLogIn(call, runtime) ?? misfit(call, found);
  if (refusal) return refusal;
  const { outcome } = found;
  call.history.replayed = true;
  return outcome.kind === "completed" ? { ...outcome, replayed: true } : outcome;
}

/** The refusal if the stored result does not fit the current schema. */
function misfit(call: AuthorizedCall, { outcome, contractHash }: DoneRecord): Refusal | undefined {
  const fits =
    outcome.kind !== "completed" ||
    // Stryker disable next-line ConditionalExpression: saves a check
    contractHash === call.tool.contract.hash ||
    fitsStoredCall(call, outcome.output);
  if (fits) return undefined;
  const message =
    "An earlier call with this key ran under another contract, and its result does not fit this one.";
  return refuse(call, "idempotency_conflict", message);
}

function fitsStoredCall({ tool }: AuthorizedCall, output: JsonObject): boolean {
  return tool.checkOutput(output).length === 0;
}

/** Refuses until the lease ends: a killed process does not renew it. */
function keyInProgress(
  call: AuthorizedCall,
  leaseEnds: number,
  { clock }: Runtime,
  status?: { readonly done: readonly string[] },
): Extract<Refusal, { readonly kind: "refused" }> {
  const retryAfterMs = Math.max(askAgainMs, leaseEnds - clock.now().getTime());
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message = `The same call is being processed, or was interrupted: ask again in ${seconds} s.`;
  return refuse(call, "in_progress", message, { retryAfterMs, ...status });
}
