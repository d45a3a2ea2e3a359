import type { Call, Trace } from "../call.ts";
import { faultOf } from "../fault.ts";
import type { Outcome } from "../outcome.ts";
import type { AuditEntry, AuditSink, Clock } from "../ports.ts";
import { implied } from "../refuse.ts";
import type { Next, Stage } from "../stage.ts";
import { within } from "../within.ts";

/** No audit, no effect: an intent is durable before anything may act, and what came of it is recorded after. */
export function audit(sink: AuditSink, clock: Clock, auditMs: number): Stage<Call, Call> {
  return {
    name: "audit",
    async run(call, next) {
      const append = (kind: AuditEntry["kind"], more: () => Partial<AuditEntry>): Promise<boolean> =>
        isDurable(sink, auditMs, () => ({
          ...describe(call),
          kind,
          time: clock.now().toISOString(),
          ...more(),
        }));
      if (!(await append("intent", () => describeInput(call)))) return unavailable(call);
      const outcome = await settle(call, next);
      return (await append("outcome", () => describeOutcome(outcome, call.trace)))
        ? outcome
        : unrecorded(call);
    },
  };
}

/** An entry that cannot be made, or not in time, is one that cannot be kept. */
async function isDurable(sink: AuditSink, auditMs: number, entry: () => AuditEntry): Promise<boolean> {
  try {
    await within(auditMs, () => sink.append(entry()));
    return true;
  } catch {
    return false;
  }
}

/** The only catch-all: whatever another stage throws (a store that fails, a bug) is a refusal, or unknown once a handler ran. */
async function settle(call: Call, next: Next<Call>): Promise<Outcome> {
  try {
    return await next(call);
  } catch (error) {
    call.trace.fault ??= `the pipeline threw ${faultOf(error)}`;
    return call.trace.executed && mayHaveActed(call)
      ? answer(call, "outcome_unknown", "It is not known whether the call took effect.")
      : answer(call, "internal_error", "The server could not process the call.");
  }
}

function unavailable(call: Call): Outcome {
  return answer(call, "internal_error", "The call was refused: audit unavailable.");
}

function unrecorded(call: Call): Outcome {
  return call.trace.executed && mayHaveActed(call)
    ? answer(
        call,
        "outcome_unknown",
        "The call ran, but its outcome could not be recorded: audit unavailable.",
      )
    : unavailable(call);
}

function mayHaveActed({ found }: Call): boolean {
  return found !== undefined && found.contract.sideEffects.length > 0;
}

function answer(call: Call, code: "internal_error" | "outcome_unknown", message: string): Outcome {
  const kind = call.trace.executed ? "failed" : "refused";
  const { found, name } = call;
  if (!found) return { kind, tool: name, failure: { code, message, retry: "never" } };
  return { kind, tool: found.contract.name, failure: implied(found.contract, code, message) };
}

/** What is the same in both records. A tool that was not found leaves no more than the name that was asked for. */
function describe({ id, name, options, found }: Call): Pick<AuditEntry, "callId" | "tool"> {
  const { principal, traceparent } = options;
  return {
    callId: id,
    tool: found?.contract.name ?? beginning(name),
    ...(principal && { principal: { id: principal.id, ...tenantOf(principal.tenant) } }),
    ...(traceparent !== undefined && { traceparent: beginning(traceparent) }),
    ...(found && { event: found.contract.auditEvent, contractHash: found.contract.hash }),
  };
}

/** Strings from outside are cut short, and half characters are replaced: JSON cannot hold them. */
function beginning(text: string): string {
  return Buffer.from(text.slice(0, 200)).toString();
}

function tenantOf(tenant: string | undefined): { tenant?: string } {
  return tenant === undefined ? {} : { tenant };
}

function describeInput({ canonical, found }: Call): Partial<AuditEntry> {
  if (!canonical || !found) return {};
  const { value, fingerprint } = canonical;
  return { fingerprint, input: found.redactInput(value) };
}

function describeOutcome(outcome: Outcome, { fault, refinement, replayed }: Trace): Partial<AuditEntry> {
  return {
    outcome: outcome.kind,
    ...("failure" in outcome && { failure: outcome.failure.code }),
    ...(replayed && { replayed }),
    ...(refinement !== undefined && { refinement }),
    ...(fault !== undefined && { fault }),
  };
}
