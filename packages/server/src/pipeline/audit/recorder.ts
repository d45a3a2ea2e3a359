import type { Call } from "../call/call.ts";
import type { AuditEntry, AuditSink, Clock } from "../../api/ports.ts";
import { isTraceparent } from "../../api/trace-context.ts";
import { inTime } from "../../api/within.ts";

/**
 * Puts something about a call on record. False, and nothing may follow, if it is not durable in time. `onLate` is called if
 * it became durable after that.
 */
export type Recorder = (
  call: Call,
  kind: AuditEntry["kind"],
  more: () => Partial<AuditEntry>,
  onLate?: () => void,
) => Promise<boolean>;

export interface RecorderRuntime {
  readonly audit: AuditSink;
  readonly clock: Clock;
  readonly auditMs: number;
  /** Told why an entry could not be kept, which no caller is told. */
  readonly onFault: (error: unknown, tool: string) => void;
}

/** An entry that cannot be made, or not in time, is one that cannot be kept. */
export function recorder({ audit, clock, auditMs, onFault }: RecorderRuntime): Recorder {
  return async (call, kind, more, onLate = () => {}) => {
    let appended: Promise<void> | undefined;
    try {
      const entry = { ...describe(call), kind, time: clock.now().toISOString(), ...more() };
      // A sink in JavaScript may be done at once, and say so with nothing.
      appended = Promise.resolve(audit.append(entry));
      await inTime(auditMs, appended);
      return true;
    } catch (error) {
      appended?.then(onLate, () => {});
      onFault(error, call.found?.contract.name ?? beginning(call.name));
      return false;
    }
  };
}

/** What is the same in all entries of a call. A tool that was not found leaves no more than the name that was asked for. */
function describe({ id, name, options, found }: Call): Pick<AuditEntry, "callId" | "tool"> {
  const { principal, traceparent } = options;
  return {
    callId: id,
    tool: found?.contract.name ?? beginning(name),
    ...(principal && {
      principal: { id: principal.id, kind: principal.kind, ...tenantOf(principal.tenant) },
    }),
    ...(isTraceparent(traceparent) && { traceparent }),
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
