import {
  type AuditSink,
  type Clock,
  decisionRecord,
  pauseSwitch,
  type PauseSwitch,
  pausesIn,
  type Store,
  valueSeal,
} from "@proviso/server/extension";
import type { ApprovalDesk } from "../api/approval-desk.ts";
import { approvalDesk, endPaused } from "../approvals/approval-desk.ts";
import { approvalParts } from "../approvals/approval-parts.ts";
import { mandateDesk } from "../mandates/mandate-desk.ts";
import { mandateParts } from "../mandates/mandate-parts.ts";

export interface OpenApprovalsOptions {
  /** The store of the servers. */
  readonly store: Store;
  /** Their state keys. */
  readonly stateKeys: readonly Uint8Array[];
  /** Where decisions are recorded. One that cannot be recorded does not count. */
  readonly audit: AuditSink;
  readonly clock?: Clock;
  /** Receives errors of the audit. Defaults to ignoring them: the decision says that it was not recorded. */
  readonly onFault?: (error: unknown, tool: string) => void;
}

const auditMs = 10_000;

/** The approvals of servers, for a process that runs no server, such as `proviso approvals`. It closes nothing. */
export function openApprovals({
  store,
  stateKeys,
  audit,
  clock = { now: () => new Date() },
  onFault = () => {},
}: OpenApprovalsOptions): ApprovalDesk & { readonly pauses: PauseSwitch } {
  const seal = valueSeal(stateKeys);
  const pauses = pausesIn(store, clock, seal, audit);
  const record = decisionRecord({ audit, auditMs, clock, onFault });
  const host = { audit, store, clock, pauses, record };
  const parts = approvalParts(host, seal);
  return {
    ...approvalDesk(parts),
    mandates: mandateDesk(mandateParts(parts, host, seal)),
    pauses: pauseSwitch({ pauses, record, endPaused: () => endPaused(parts) }),
  };
}
