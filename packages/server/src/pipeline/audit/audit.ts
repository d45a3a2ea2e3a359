import { canonicalJson, flowOf, type Progress } from "@proviso/manifest";
import type { Call, CallHistory } from "../call/call.ts";
import { faultOf } from "../../api/fault.ts";
import type { Outcome, Refusal } from "../../api/outcome.ts";
import type { AuditEntry, Clock } from "../../api/ports.ts";
import { footprints, secretsOf } from "./footprint.ts";
import type { Recorder, Runtime } from "../runtime/runtime.ts";
import { checkCaller } from "../authorize/authorize.ts";
import { codeOfFault, implied } from "../call/refuse.ts";
import type { ValueSeal } from "../../seals/sealed-value.ts";
import type { Answered, Next, Stage } from "../call/stage.ts";
import { StoreUnavailable } from "../../stores/watched-store.ts";

/**
 * Records an intent before the call may act, and its outcome afterwards. A call without effects
 * runs while its intent is written; its result is returned only when both records are durable.
 */
export function audit(runtime: Runtime): Stage<Call, Call> {
  const { clock, onFault, record, trackLate, valueSeal } = runtime;
  const footprintOf = footprints(runtime);
  return {
    name: "audit",
    async run(call, next) {
      const asked = (): Partial<AuditEntry> => ({
        ...describeInput(call, clock, valueSeal),
        ...footprintOf(call),
      });
      // In the plan of a program, nothing with effects runs.
      if (call.options.program?.mode === "plan" && hasEffects(call))
        return recordedOnce(call, next, runtime, asked, "precheck");
      if (leavesOneRecord(call, runtime)) return recordedOnce(call, next, runtime, asked, "outcome");
      const intent = record(call, "intent", asked, { onLate: () => withdrawResult(call, record) });
      if (hasEffects(call) && !(await intent)) return unavailable(call);
      const outcome = await runCaught(holdProgress(call, intent), next, onFault);
      const ended = record(call, "outcome", () => ({
        ...describeOutcome(outcome, call.history),
        ...describeContent(outcome, valueSeal),
      }));
      const kept = [await intent, await ended];
      const { late } = call.history;
      if (late) trackLate(late.then((each) => recordLateOutcome(call, each, record)));
      return kept.every(Boolean) ? outcome : unrecordedOutcome(call);
    },
  };
}

/** Whether one record is enough. Not with progress, which would show a read before its record. */
function leavesOneRecord(call: Call, { auditReads }: Runtime): boolean {
  const { found, options } = call;
  if (auditReads === undefined || !found || hasEffects(call) || options.onProgress) return false;
  return auditReads === "outcome_even_if_private" || !flowOf(found.contract).readsPrivate;
}

/** Runs a call without effects, and returns its result once one record of all is durable. */
async function recordedOnce(
  call: Call,
  next: Next<Call>,
  { onFault, record, valueSeal }: Runtime,
  asked: () => Partial<AuditEntry>,
  kind: "outcome" | "precheck",
): Promise<Outcome> {
  const outcome = await runCaught(call, next, onFault);
  const isOnRecord = await record(call, kind, () => ({
    ...asked(),
    ...describeOutcome(outcome, call.history),
    ...describeContent(outcome, valueSeal),
  }));
  return isOnRecord ? outcome : unavailable(call);
}

/** Records the outcome of a handler that ended after the answer, unless still unknown. */
async function recordLateOutcome(call: Call, late: Outcome, record: Recorder): Promise<void> {
  if ("failure" in late && late.failure.code === "outcome_unknown") return;
  await record(call, "settlement", () => describeOutcome(late, call.history));
}

/** Closes an intent that was stored too late, so that it does not read as an unknown effect. */
function withdrawResult(call: Call, record: Recorder): void {
  if (hasEffects(call)) void record(call, "outcome", () => describeOutcome(unavailable(call), call.history));
}

/** Delays progress until the intent is durable. */
function holdProgress(call: Call, intent: Promise<boolean>): Call {
  const { onProgress } = call.options;
  // Stryker disable next-line ConditionalExpression: nobody is told either way
  if (!onProgress) return call;
  const held: Progress[] = [];
  let tell = (progress: Progress): void => void held.push(progress);
  const release = (isDurable: boolean): void => {
    tell = isDurable ? onProgress : () => {};
    for (const progress of held) {
      try {
        tell(progress);
      } catch {
        // Errors of the host's listener are ignored, each by itself.
      }
    }
  };
  void intent.then(release);
  return { ...call, options: { ...call.options, onProgress: (progress) => tell(progress) } };
}

/**
 * The only handler of errors thrown by other stages, such as a failing store. The call is refused,
 * or its outcome is unknown if a handler with effects ran.
 */
function runCaught(call: Call, next: Next<Call>, onFault: Runtime["onFault"]): Answered<Outcome> {
  const caught = (error: unknown): Outcome => {
    const isStore = error instanceof StoreUnavailable;
    call.history.fault ??= `the ${isStore ? "store" : "pipeline"} threw ${faultOf(isStore ? error.cause : error)}`;
    // Stryker disable next-line OptionalChaining: without a tool nothing but the audit can fail
    onFault(error, call.found?.contract.name ?? call.name);
    if (call.history.executed && hasEffects(call))
      return auditedAnswer(call, "outcome_unknown", "It is not known whether the call took effect.");
    return auditedAnswer(call, ...codeOfFault(error));
  };
  try {
    const outcome = next(call);
    return outcome instanceof Promise ? outcome.catch(caught) : outcome;
  } catch (error) {
    return caught(error);
  }
}

export function unavailable(call: Call): Refusal {
  return auditedAnswer(call, "server_unavailable", "The call was refused: audit unavailable.");
}

function unrecordedOutcome(call: Call): Outcome {
  return call.history.executed && hasEffects(call)
    ? auditedAnswer(
        call,
        "outcome_unknown",
        "The call ran, but its outcome could not be recorded: audit unavailable.",
      )
    : unavailable(call);
}

function hasEffects({ found }: Call): boolean {
  return found !== undefined && found.contract.sideEffects.length > 0;
}

function auditedAnswer(
  call: Call,
  code: "internal_error" | "outcome_unknown" | "server_unavailable",
  message: string,
): Refusal {
  const kind = call.history.executed ? "failed" : "refused";
  const { found, name } = call;
  if (!found) return { kind, tool: name, failure: { code, message, retry: "after" } };
  return { kind, tool: found.contract.name, failure: implied(found.contract, code, message) };
}

/**
 * Records size and digest of the input if the caller may not call the tool, so that nobody fills
 * the disk. The digest is keyed, because the plain hash of a short input reveals it.
 */
export function describeInput(call: Call, clock: Clock, { blind }: ValueSeal): Partial<AuditEntry> {
  const { canonical, found } = call;
  if (!canonical) return {};
  const { bytes, value, fingerprint } = canonical;
  if (!found || checkCaller({ ...call, tool: found }, clock))
    return { inputBytes: bytes, inputDigest: blind(fingerprint) };
  const { value: input, isWhole } = found.redactInput(value);
  // The hash of a redacted input could reveal what was left out.
  return isWhole ? { fingerprint, input } : { input, ...secretsOf(value, input, blind) };
}

/**
 * Content blocks, such as documents and pictures, are not copied into the trail. The digest later
 * proves which one was returned.
 */
function describeContent(outcome: Outcome, { blind }: ValueSeal): Partial<AuditEntry> {
  if (!("isContent" in outcome)) return {};
  const text = canonicalJson(outcome.output);
  return { resultBytes: Buffer.byteLength(text), resultDigest: blind(text) };
}

export function describeOutcome(
  outcome: Outcome,
  { continues, fault, reconciled, refinement, replayed, request }: CallHistory,
): Partial<AuditEntry> {
  return {
    ...(request !== undefined && { request }),
    outcome: outcome.kind,
    ...("failure" in outcome && { failure: outcome.failure.code }),
    ...(replayed && { replayed }),
    ...(reconciled !== undefined && { reconciled }),
    ...(continues !== undefined && { continues }),
    ...(refinement !== undefined && { refinement }),
    ...(fault !== undefined && { fault }),
  };
}
