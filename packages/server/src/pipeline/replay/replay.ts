import type { Json, JsonObject } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import { fingerprint, storeKey } from "../../canonical/fingerprint.ts";
import { identityOf } from "../../canonical/identity.ts";
import type { AuthorizedCall, FinalCheck } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Next, Stage } from "../call/stage.ts";
import { refuseOldLogIn } from "../step-up/step-up.ts";
import { equalCalls } from "./equal-calls.ts";
import { formerKeys } from "./former-keys.ts";
import type { HeldKey } from "./held-key.ts";
import { readRecord, type KeyedCall } from "./key-record.ts";
import { acquireKey, type Acquisition } from "./acquire-key.ts";
import type { Runtime } from "../runtime/runtime.ts";

type Done = Extract<Acquisition, { kind: "done" }>;

/** A repeated call returns the outcome of the first. After authorize, so that it is nobody else's; before confirm. */
export function replay(runtime: Runtime): Stage<AuthorizedCall, AuthorizedCall> {
  const equal = equalCalls();
  const former = formerKeys(runtime);
  const once = async (
    { key, isFormer }: CallKey,
    call: KeyedCall,
    next: Next<KeyedCall>,
  ): Promise<Outcome> => {
    const { turn, leave } = equal.enter(`${key} ${call.sameness}`);
    try {
      // Equal calls of this process wait for each other; then the outcome of the first one is there for the others.
      if (!(await isMyTurn(turn, call))) return inProgress(call, 0, runtime);
      const acquired = await acquireKey(key, call, runtime);
      // What was one call under another contract may be two under this one.
      if (isFormer && acquired.kind === "conflict") return await next(call);
      if (acquired.kind === "done") return replayed(call, acquired, runtime);
      return acquired.kind === "ours"
        ? await run(acquired.held, call, next)
        : refusal(call, acquired, runtime);
    } finally {
      leave();
    }
  };
  return {
    name: "replay",
    async run(call, next) {
      if (call.dryRun) return next(call);
      const same = call.tool.sameInput(call.input);
      const keys = keysOf(call, same, await former(call));
      if (keys.length === 0) return next(call);
      // Both keys count: the caller's own, and the fields by which the contract says that calls are the same.
      const inOrder = keys.reduceRight<Next<KeyedCall>>(
        (inner, key) => (current) => once(key, current, inner),
        next,
      );
      return inOrder({ ...call, isKeyed: true, sameness: fingerprint(same) });
    },
  };

  async function run(held: HeldKey, call: KeyedCall, next: Next<KeyedCall>): Promise<Outcome> {
    const start: FinalCheck = async () => ((await held.start()) ? undefined : inProgress(call, 0, runtime));
    try {
      const outcome = await next({ ...call, finalChecks: [...call.finalChecks, start] });
      await (isFinal(outcome, call) ? held.remember(outcome) : held.release());
      void call.history.late?.then((late) => putRight(late, held, call));
      return outcome;
    } catch (error) {
      // Once the handler ran, its effect may have happened: the key stays taken.
      await (call.history.executed ? held.abandon() : held.release());
      throw error;
    }
  }
}

/** What came after all replaces the doubt; what was not done after all may be done again. */
async function putRight(outcome: Outcome, held: HeldKey, call: KeyedCall): Promise<void> {
  await (isFinal(outcome, call) ? held.correct(outcome) : held.withdraw());
}

/** Whether anything is kept under the keys of this call, which would then answer it. Acquires none, and writes nothing. */
export async function isRemembered(call: AuthorizedCall, { store }: Runtime): Promise<boolean> {
  const keys = keysOf(call, call.tool.sameInput(call.input), []);
  const stored = await Promise.all(keys.map(({ key }) => store.get(key)));
  return stored.some((each) => each !== undefined && readRecord(each.value) !== undefined);
}

const askAgainMs = 1000;

/** False for a call that nobody waits for any longer, or that has waited for as long as the tool may take. */
async function isMyTurn(turn: Promise<void>, { options: { signal }, tool }: KeyedCall): Promise<boolean> {
  let giveUp: (() => void) | undefined;
  const gaveUp = new Promise<boolean>((resolve) => (giveUp = () => resolve(false)));
  const timer = setTimeout(() => giveUp?.(), Math.min(tool.contract.timeoutMs, longestTimer));
  const stop = (): void => giveUp?.();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([turn.then(() => true), gaveUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Node takes a longer one for one millisecond. */
const longestTimer = 2 ** 31 - 1;

interface CallKey {
  readonly key: string;
  /** Made of the fields that another contract of the tool declared. */
  readonly isFormer: boolean;
}

function keysOf(
  call: AuthorizedCall,
  same: JsonObject,
  former: readonly (readonly string[])[],
): readonly CallKey[] {
  const { options, principal, tool } = call;
  const { idempotency, name } = tool.contract;
  const key = (kind: string, value: string, isFormer = false): CallKey => ({
    key: storeKey("call", kind, identityOf(principal), name, value),
    isFormer,
  });
  const byFields = (fields: readonly string[], isFormer: boolean): CallKey =>
    key("declared", fingerprint(pick(same, fields)), isFormer);
  return [
    ...(options.idempotencyKey === undefined ? [] : [key("explicit", options.idempotencyKey)]),
    ...(idempotency?.key.length ? [byFields(idempotency.key, false)] : []),
    ...former.map((fields) => byFields(fields, true)),
  ];
}

function pick(input: JsonObject, fields: readonly string[]): Json {
  return fields.map((field) => (Object.hasOwn(input, field) ? [input[field] ?? null] : []));
}

function refusal(
  call: AuthorizedCall,
  acquired: Exclude<Acquisition, { kind: "ours" | "done" }>,
  runtime: Runtime,
): Outcome {
  if (acquired.kind === "conflict")
    return refuse(call, "idempotency_conflict", "The same key was used for a call with other arguments.");
  if (acquired.kind === "in_progress") return inProgress(call, acquired.leaseEnds, runtime);
  const message =
    acquired.kind === "unknown"
      ? "An earlier call with this key began and never reported: it is not known whether it took effect."
      : "An earlier call with this key came to its end, but what came of it can no longer be read.";
  return refuse(call, "outcome_unknown", message);
}

/**
 * Nothing runs, but what is told again is told under today's contract: to somebody whose log-in is as fresh as the
 * effect would need, and only in a form that the contract still promises.
 */
function replayed(call: AuthorizedCall, { outcome, contractHash }: Done, runtime: Runtime): Outcome {
  const tooOld = refuseOldLogIn(call, runtime.env, runtime.clock.now());
  if (tooOld) return tooOld;
  if (
    outcome.kind === "completed" &&
    contractHash !== call.tool.contract.hash &&
    !fits(call, outcome.output)
  ) {
    const message =
      "An earlier call with this key ran under another contract, and its result does not fit this one.";
    return refuse(call, "idempotency_conflict", message);
  }
  call.history.replayed = true;
  return outcome.kind === "completed" ? { ...outcome, replayed: true } : outcome;
}

function fits({ tool }: AuthorizedCall, output: JsonObject): boolean {
  return tool.checkOutput(output).length === 0;
}

/** A process that was killed shows no more signs of life: when its claim has ended, the next call is told what is known. */
function inProgress(call: AuthorizedCall, leaseEnds: number, { clock }: Runtime): Outcome {
  const retryAfterMs = Math.max(askAgainMs, leaseEnds - clock.now().getTime());
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message = `The same call is being processed, or was interrupted: ask again in ${seconds} s.`;
  return refuse(call, "in_progress", message, { retryAfterMs });
}

/**
 * What a repeated call must not run again: what was done, and what may have been. A failure that the contract declares
 * is the handler's word that nothing was done; every other one, once the handler has begun to act, is a doubt.
 */
function isFinal(outcome: Outcome, { tool, history }: AuthorizedCall): boolean {
  if (outcome.kind !== "failed") return outcome.kind === "completed";
  const { failureModes, hints } = tool.contract;
  const isDeclared = failureModes.some((mode) => mode.code === outcome.failure.code && !mode.implied);
  return history.executed && !isDeclared && !hints.readOnlyHint;
}
