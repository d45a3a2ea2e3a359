import type { Failure, ImpliedFailureCode, JsonObject } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import type { AuditEntry, Clock } from "../../api/ports.ts";
import type { Recorder } from "../audit/recorder.ts";
import type { Call } from "../call/call.ts";
import { implied } from "../call/refuse.ts";
import type { Next } from "../call/stage.ts";
import { callers, type CallerLimits } from "./callers.ts";

export interface EntranceRuntime {
  readonly clock: Clock;
  readonly record: Recorder;
  readonly callerLimits: CallerLimits;
  /** Aborted when no further call may begin. */
  readonly draining: AbortSignal;
}

const bytesPerPoint = 16 * 1024;
/** Of an input that cannot be read, which may be of any size. */
const unreadablePoints = 64;
/** The process that takes over, or this one after its restart, answers by then. */
const restartMs = 5000;

/**
 * Refuses what this process should not even begin, before anything is stored for it: any call while the server shuts down, and
 * the calls of one principal that are too many. Such a refusal leaves one record, and a flood of them one for each window.
 */
export function entrance(
  run: Next<Call>,
  { clock, record, callerLimits, draining }: EntranceRuntime,
): Next<Call> {
  const counted = callers(callerLimits, clock);
  const refuse = async (call: Call, refusal: Refused): Promise<Outcome> => {
    const { code, message, isOnRecord, fault, retryAfterMs } = refusal;
    const entry: Partial<AuditEntry> = { outcome: "refused", failure: code, ...(fault && { fault }) };
    if (isOnRecord) await record(call, "outcome", () => entry);
    return refused(call, code, message, { retryAfterMs });
  };
  return async (call) => {
    if (draining.aborted) return refuse(call, shuttingDown);
    const entered = counted.enter(call.options.principal, pointsOf(call));
    if (!entered.ok) {
      const { why, retryAfterMs, isFirst } = entered;
      return refuse(call, {
        code: "rate_limit_exceeded",
        message: messages[why],
        isOnRecord: isFirst,
        retryAfterMs,
      });
    }
    let cameToNothing = true;
    try {
      const outcome = await run(call);
      cameToNothing = !(call.trace.executed || outcome.kind === "completed" || outcome.kind === "planned");
      return outcome;
    } finally {
      entered.leave(cameToNothing);
    }
  };
}

interface Refused {
  readonly code: ImpliedFailureCode;
  readonly message: string;
  readonly isOnRecord: boolean;
  readonly fault?: string;
  readonly retryAfterMs: number;
}

const shuttingDown: Refused = {
  code: "server_unavailable",
  message: "The server is shutting down and did not begin the call: try again later.",
  isOnRecord: true,
  fault: "the server was shutting down",
  retryAfterMs: restartMs,
};

const messages = {
  attempts: "Too many calls of this caller came to nothing lately: wait before the next one.",
  calls_at_once: "Too many calls of this caller are running: wait until some of them have ended.",
};

function pointsOf({ canonical }: Call): number {
  return canonical ? 1 + Math.floor(canonical.bytes / bytesPerPoint) : unreadablePoints;
}

function refused(
  { found, name }: Call,
  code: ImpliedFailureCode,
  message: string,
  details: JsonObject,
): Outcome {
  const failure: Failure = found
    ? implied(found.contract, code, message, details)
    : { code, message, retry: "after", details };
  return { kind: "refused", tool: found?.contract.name ?? name, failure };
}
