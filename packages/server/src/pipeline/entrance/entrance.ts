import type { Failure, ImpliedFailureCode } from "@proviso/manifest";
import type { Refusal, Resolution } from "../../api/outcome.ts";
import type { AuditEntry } from "../../api/ports.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Call } from "../call/call.ts";
import { implied } from "../call/refuse.ts";
import type { Next } from "../call/stage.ts";
import { callers, type EntryResult } from "./callers.ts";

const inputBytesPerPoint = 16 * 1024;
/** Points for an input that cannot be read, whose size is unknown. */
const unreadablePoints = 64;
/** Milliseconds until a retry: by then this process has restarted, or another serves. */
const entranceRestartMs = 5000;

export interface Entrance {
  /** Limits calls. Refusals are recorded: above a limit, the first of each kind in a window. */
  forCalls(run: Next<Call>): Next<Call>;
  /** Limits questions about calls. Each counts as an unsuccessful call and leaves no record. */
  forResolutions(run: Next<Call, Resolution | Refusal>): Next<Call, Resolution | Refusal>;
}

/** Refuses calls before anything is stored: at shutdown, and for a principal with too many. */
export function entrance({ clock, record, callerLimits, draining }: Runtime): Entrance {
  const counted = callers(callerLimits, clock);
  const enter = (call: Call): AllowedCall | RefusedEntrance => {
    if (draining.aborted) return shuttingDown;
    const entered = counted.enter(call.options.principal, pointsOfCall(call));
    if (entered.ok) return entered;
    const { why, retryAfterMs, isFirstOnRecord } = entered;
    const message = entranceMessages[why];
    return { ok: false, code: "rate_limit_exceeded", message, isOnRecord: isFirstOnRecord, retryAfterMs };
  };
  return {
    forCalls: (run) => async (call) => {
      const entered = enter(call);
      if (!entered.ok) {
        const { code, fault } = entered;
        const entry: Partial<AuditEntry> = { outcome: "refused", failure: code, ...(fault && { fault }) };
        if (entered.isOnRecord()) await record(call, "outcome", () => entry);
        return refusedAtEntrance(call, entered);
      }
      // Stryker disable next-line BooleanLiteral: no call throws, because its audit stage answers
      let cameToNothing = true;
      try {
        const outcome = await run(call);
        cameToNothing = !(
          call.history.executed ||
          outcome.kind === "completed" ||
          outcome.kind === "planned"
        );
        return outcome;
      } finally {
        entered.leave(cameToNothing);
      }
    },
    forResolutions: (run) => async (call) => {
      const entered = enter(call);
      if (!entered.ok) return refusedAtEntrance(call, entered);
      try {
        return await run(call);
      } finally {
        entered.leave(true);
      }
    },
  };
}

type AllowedCall = Extract<EntryResult, { readonly ok: true }>;

interface RefusedEntrance {
  readonly ok: false;
  readonly code: ImpliedFailureCode;
  readonly message: string;
  isOnRecord(): boolean;
  readonly fault?: string;
  readonly retryAfterMs: number;
}

const shuttingDown: RefusedEntrance = {
  ok: false,
  code: "server_unavailable",
  message: "The server is shutting down and did not begin the call: try again later.",
  isOnRecord: () => true,
  fault: "the server was shutting down",
  retryAfterMs: entranceRestartMs,
};

const entranceMessages = {
  attempts: "Too many calls of this caller came to nothing lately: wait before the next one.",
  calls_at_once: "Too many calls of this caller are running: wait until some of them have ended.",
};

function pointsOfCall({ canonical }: Call): number {
  return canonical ? 1 + Math.floor(canonical.bytes / inputBytesPerPoint) : unreadablePoints;
}

function refusedAtEntrance({ found, name }: Call, { code, message, retryAfterMs }: RefusedEntrance): Refusal {
  const retryDetails = { retryAfterMs };
  const failure: Failure = found
    ? implied(found.contract, code, message, retryDetails)
    : { code, message, retry: "after", details: retryDetails };
  return { kind: "refused", tool: found?.contract.name ?? name, failure };
}
