import { randomUUID } from "node:crypto";
import { inTime } from "../api/within.ts";
import type { AuditEntry, AuditSink, Clock } from "../api/ports.ts";
import { fingerprintOfText } from "../canonical/fingerprint.ts";
import type { Approval, Decider, ApprovalDecision, LogIn } from "../api/approval.ts";
import { editsIn } from "./narrow.ts";
import type { Updated } from "./update-approval.ts";

/** Puts on record what happens to approvals and pauses outside of a call. Each resolves to whether it is durable. */
export interface ApprovalTrail {
  decided(approval: Approval, decision: ApprovalDecision, hasEdited?: boolean): Promise<boolean>;
  /** Nothing to record if the approval has not ended by itself. */
  ended(updated: Updated): Promise<boolean>;
  /** With `request`, which identifies the pause; without it the scope is resumed. */
  paused(scope: string, by: Decider, reason: string | undefined, request?: string): Promise<boolean>;
}

export interface TrailParts {
  readonly audit: AuditSink;
  readonly clock: Clock;
  readonly auditMs: number;
  readonly onFault: (error: unknown, tool: string) => void;
}

/** Identifies an approval in the trail without giving its id away. */
export function requestOf({ id }: Pick<Approval, "id">): string {
  return fingerprintOfText(id);
}

const verdicts = { approve: "approved", identify: "identified", deny: "denied" } as const;

export function approvalTrail({ audit, clock, auditMs, onFault }: TrailParts): ApprovalTrail {
  const append = async (given: Omit<AuditEntry, "callId" | "kind" | "time">): Promise<boolean> => {
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
  return {
    decided: (approval, { verdict, by, via, reason, together, logIn }, hasEdited = false) =>
      append({
        ...about(approval),
        principal: personOf(by),
        // A changed call that is still to be checked and planned is approved by nobody.
        decision: hasEdited && approval.edited?.isUnbound ? "edited" : verdicts[verdict],
        ...(together !== undefined && { together }),
        ...(hasEdited && { edited: editsIn(approval).map(({ field }) => field) }),
        via,
        ...(logIn && { logIn: logInOnRecord(logIn) }),
        ...(reason !== undefined && { reason }),
      }),
    async ended({ before, after }) {
      if (before === after || (after.state !== "expired" && after.state !== "withdrawn")) return true;
      const why = after.withdrawn === undefined ? {} : { reason: after.withdrawn };
      return append({ ...about(after), decision: after.state, ...why });
    },
    paused: (scope, by, reason, request) =>
      append({
        tool: scope,
        event: "proviso.pause",
        principal: personOf(by),
        decision: request === undefined ? "resumed" : "paused",
        ...(request !== undefined && { request }),
        ...(reason !== undefined && { reason }),
      }),
  };
}

function about(approval: Approval): Pick<AuditEntry, "tool" | "event" | "contractHash" | "request"> {
  const { terms, auditEvent } = approval;
  return {
    tool: terms.tool,
    event: auditEvent,
    contractHash: terms.contractHash,
    request: requestOf(approval),
  };
}

export function logInOnRecord({ authTime, acr }: LogIn): NonNullable<AuditEntry["logIn"]> {
  return {
    ...(authTime !== undefined && { at: new Date(authTime * 1000).toISOString() }),
    ...(acr !== undefined && { acr }),
  };
}

function personOf({ id, tenant }: Decider): NonNullable<AuditEntry["principal"]> {
  return { id, kind: "user", ...(tenant !== undefined && { tenant }) };
}
