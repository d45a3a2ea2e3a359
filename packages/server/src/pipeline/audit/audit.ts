import { canonicalJson } from "@proviso/manifest";
import type { Call, CallHistory } from "../call/call.ts";
import { faultOf } from "../../api/fault.ts";
import type { Outcome, Progress } from "../../api/outcome.ts";
import type { AuditEntry, Clock } from "../../api/ports.ts";
import type { Recorder, Runtime } from "../runtime/runtime.ts";
import { checkCaller } from "../authorize/authorize.ts";
import { implied } from "../call/refuse.ts";
import type { ValueSeal } from "../seals/sealed-value.ts";
import type { Next, Stage } from "../call/stage.ts";
import { StoreUnavailable } from "../../stores/watched-store.ts";

/**
 * No audit, no effect: an intent is durable before anything may act, and what came of it is recorded after. What has no
 * effect need not wait: it runs while its intent is being written. Nobody is told anything before both are durable.
 */
export function audit({ clock, onFault, record, valueSeal }: Runtime): Stage<Call, Call> {
  return {
    name: "audit",
    async run(call, next) {
      const intent = record(
        call,
        "intent",
        () => describeInput(call, clock, valueSeal),
        () => withdraw(call, record),
      );
      if (hasEffects(call) && !(await intent)) return unavailable(call);
      const outcome = await runCaught(holdProgress(call, intent), next, onFault);
      const kept = await Promise.all([
        intent,
        record(call, "outcome", () => ({
          ...describeOutcome(outcome, call.history),
          ...describeContent(outcome, valueSeal),
        })),
      ]);
      void call.history.late?.then((late) => recordLateOutcome(call, late, record));
      return kept.every(Boolean) ? outcome : unrecorded(call);
    },
  };
}

/** Says what came of a call after all, unless that is still in doubt. */
async function recordLateOutcome(call: Call, late: Outcome, record: Recorder): Promise<void> {
  if ("failure" in late && late.failure.code === "outcome_unknown") return;
  await record(call, "settlement", () => describeOutcome(late, call.history));
}

/** An intent that came too late for its effect must not look like one whose effect nobody knows of. */
function withdraw(call: Call, record: Recorder): void {
  if (hasEffects(call)) void record(call, "outcome", () => describeOutcome(unavailable(call), call.history));
}

/** Progress tells something as well, and waits likewise; once the intent is durable it goes out at once. */
function holdProgress(call: Call, intent: Promise<boolean>): Call {
  const { onProgress } = call.options;
  if (!onProgress) return call;
  const held: Progress[] = [];
  let tell = (progress: Progress): void => void held.push(progress);
  const release = (isDurable: boolean): void => {
    tell = isDurable ? onProgress : () => {};
    try {
      held.forEach((progress) => tell(progress));
    } catch {
      // Errors of the host's listener are ignored.
    }
  };
  void intent.then(release);
  return { ...call, options: { ...call.options, onProgress: (progress) => tell(progress) } };
}

/** The only catch-all: whatever another stage throws (a store that fails, a bug) is a refusal, or unknown once a handler ran. */
async function runCaught(call: Call, next: Next<Call>, onFault: Runtime["onFault"]): Promise<Outcome> {
  try {
    return await next(call);
  } catch (error) {
    const isStore = error instanceof StoreUnavailable;
    call.history.fault ??= `the ${isStore ? "store" : "pipeline"} threw ${faultOf(isStore ? error.cause : error)}`;
    onFault(error, call.found?.contract.name ?? "unknown");
    if (call.history.executed && hasEffects(call))
      return answer(call, "outcome_unknown", "It is not known whether the call took effect.");
    if (isStore) return answer(call, "server_unavailable", "The call was refused: state store unavailable.");
    return answer(call, "internal_error", "The server could not process the call.");
  }
}

function unavailable(call: Call): Outcome {
  return answer(call, "server_unavailable", "The call was refused: audit unavailable.");
}

function unrecorded(call: Call): Outcome {
  return call.history.executed && hasEffects(call)
    ? answer(
        call,
        "outcome_unknown",
        "The call ran, but its outcome could not be recorded: audit unavailable.",
      )
    : unavailable(call);
}

function hasEffects({ found }: Call): boolean {
  return found !== undefined && found.contract.sideEffects.length > 0;
}

function answer(
  call: Call,
  code: "internal_error" | "outcome_unknown" | "server_unavailable",
  message: string,
): Outcome {
  const kind = call.history.executed ? "failed" : "refused";
  const { found, name } = call;
  if (!found) {
    const retry = code === "server_unavailable" ? "after" : "never";
    return { kind, tool: name, failure: { code, message, retry } };
  }
  return { kind, tool: found.contract.name, failure: implied(found.contract, code, message) };
}

/**
 * Whoever may not call the tool must not be able to fill the disk: of their input only its size is kept, and a digest by which
 * equal ones are found and a suspected one is proven. It is keyed, because a plain hash gives a short input away.
 */
function describeInput(call: Call, clock: Clock, { blind }: ValueSeal): Partial<AuditEntry> {
  const { canonical, found } = call;
  if (!canonical) return {};
  const { bytes, value, fingerprint } = canonical;
  if (!found || checkCaller({ ...call, tool: found }, clock))
    return { inputBytes: bytes, inputDigest: blind(fingerprint) };
  const { value: input, isWhole } = found.redactInput(value);
  // Where there are few possible values a hash gives them away.
  return isWhole ? { fingerprint, input } : { input };
}

/** Documents and pictures are not copied into the trail. The digest proves later which one was handed out. */
function describeContent(outcome: Outcome, { blind }: ValueSeal): Partial<AuditEntry> {
  if (outcome.kind !== "completed" || !outcome.isContent) return {};
  const text = canonicalJson(outcome.output);
  return { resultBytes: Buffer.byteLength(text), resultDigest: blind(text) };
}

function describeOutcome(
  outcome: Outcome,
  { fault, refinement, replayed, request }: CallHistory,
): Partial<AuditEntry> {
  return {
    ...(request !== undefined && { request }),
    outcome: outcome.kind,
    ...("failure" in outcome && { failure: outcome.failure.code }),
    ...(replayed && { replayed }),
    ...(refinement !== undefined && { refinement }),
    ...(fault !== undefined && { fault }),
  };
}
