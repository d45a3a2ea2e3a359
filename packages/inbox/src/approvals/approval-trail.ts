import {
  type AuditEntry,
  fingerprintOfText,
  type LogIn,
  type Principal,
  type RecordDecision,
} from "@proviso/server/extension";
import type { Approval, Decider, ApprovalDecision } from "../api/approval.ts";
import { editsIn } from "./narrow.ts";
import type { Updated } from "./update-approval.ts";

/** Records what happens to approvals outside of calls. Resolves to whether it is durable. */
export interface ApprovalTrail {
  decided(approval: Approval, decision: ApprovalDecision, hasEdited?: boolean): Promise<boolean>;
  /** Nothing to record if the approval has not ended by itself. */
  ended(updated: Updated): Promise<boolean>;
  /** `what`: the approval, or the tool that was called where none is the caller's. */
  refused(caller: Principal | undefined, what: Approval | string): Promise<boolean>;
}

/** Identifies an approval in the trail without giving its id away. */
export function requestOf({ id }: Pick<Approval, "id">): string {
  return fingerprintOfText(id);
}

const verdicts = { approve: "approved", identify: "identified", deny: "denied" } as const;

export function approvalTrail(append: RecordDecision): ApprovalTrail {
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
    refused: (caller, what) =>
      append({
        ...(typeof what === "string" ? { tool: what, event: "proviso.approval" } : about(what)),
        ...(caller && { principal: { ...personOf(caller), kind: caller.kind } }),
        decision: "refused",
        via: "app",
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

/** A person as they are on record. */
export function personOf({
  id,
  tenant,
}: Pick<Decider, "id" | "tenant">): NonNullable<AuditEntry["principal"]> {
  return { id, kind: "user", ...(tenant !== undefined && { tenant }) };
}
