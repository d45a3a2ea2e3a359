import type { Call } from "../call/call.ts";
import type { AuditEntry } from "../../api/ports.ts";
import type { Recorder, Runtime } from "./runtime.ts";
import { isTraceparent } from "../../api/trace-context.ts";
import { callInTime } from "../../api/within.ts";
import { startOfText } from "../../canonical/whole-text.ts";

/** Characters of the name of an unknown tool. */
const maxNameLength = 200;

/** Makes a server's recorder. An entry that is not durable in time counts as not recorded. */
export function recorder(
  { audit, clock, onFault }: Pick<Runtime, "audit" | "clock" | "onFault">,
  auditMs: number,
): Recorder {
  return (call, kind, more, { onEnd, onLate } = {}) =>
    new Promise((resolve) => {
      const end = (isRecorded: boolean): void => {
        onEnd?.(isRecorded);
        resolve(isRecorded);
      };
      const fail = (error: unknown): void => {
        if (call.history.records) call.history.records.lost += 1;
        onFault(error, call.found?.contract.name ?? startOfText(call.name, maxNameLength));
        end(false);
      };
      try {
        const part = partOf(call, kind);
        const time = clock.now().toISOString();
        const entry = { ...describeAuditCall(call, kind), kind, time, ...part, ...more() };
        // A sink written in JavaScript may return nothing.
        const appended = Promise.resolve(audit.append(entry));
        callInTime(auditMs, appended, { done: () => end(true), failed: fail, late: onLate });
      } catch (error) {
        fail(error);
      }
    });
}

/** Numbers a record within its call; the last has the count, so that a missing one is noticed. */
function partOf(
  { history: { records } }: Call,
  kind: AuditEntry["kind"],
): Pick<AuditEntry, "part" | "parts"> {
  if (!records) return {};
  const part = (records.made += 1);
  const isLast = kind === "outcome" || kind === "settlement";
  return { part, ...(isLast && { parts: part - records.lost }) };
}

/** Kinds of records without a contract hash: the contract is that of the call's intent. */
const afterIntent: ReadonlySet<AuditEntry["kind"]> = new Set(["event", "outcome", "settlement"]);

/** The fields that a call's records share. Of an unknown tool only the name is recorded. */
function describeAuditCall(
  { id, name, options, found }: Call,
  kind: AuditEntry["kind"],
): Pick<AuditEntry, "callId" | "tool"> {
  const { principal, program, traceparent, undoes, work } = options;
  const tenant = principal?.tenant;
  return {
    callId: id,
    tool: found?.contract.name ?? startOfText(name, maxNameLength),
    ...(principal && {
      principal: { id: principal.id, kind: principal.kind, ...(tenant !== undefined && { tenant }) },
    }),
    ...(isTraceparent(traceparent) && { traceparent }),
    ...(program && { program: program.id }),
    ...(undoes !== undefined && { undoes }),
    ...(work && { work }),
    ...(found && { event: found.contract.auditEvent }),
    ...(found && !afterIntent.has(kind) && { contractHash: found.contract.hash }),
  };
}
