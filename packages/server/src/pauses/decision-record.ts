import { randomUUID } from "node:crypto";
import type { RecordDecision } from "../api/approvals.ts";
import type { AuditSink, Clock } from "../api/ports.ts";
import { inTime } from "../api/within.ts";

export interface TrailParts {
  readonly audit: AuditSink;
  readonly clock: Clock;
  readonly auditMs: number;
  readonly onFault: (error: unknown, tool: string) => void;
}

export function decisionRecord({ audit, clock, auditMs, onFault }: TrailParts): RecordDecision {
  return async (given) => {
    const time = clock.now().toISOString();
    const { reason } = given;
    const entry = reason === undefined ? given : { ...given, reason: reason.toWellFormed() };
    try {
      const appended = audit.append({ ...entry, callId: randomUUID(), kind: "decision", time });
      await inTime(auditMs, Promise.resolve(appended));
      return true;
    } catch (error) {
      onFault(error, entry.tool);
      return false;
    }
  };
}
