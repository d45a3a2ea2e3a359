import {
  type ApprovalsRuntime,
  type AuditSink,
  type Clock,
  decisionRecord,
  pauseSwitch,
  type PauseSwitch,
  pausesIn,
  type Store,
  valueSeal,
  type ValueSeal,
} from "@proviso/server/extension";
import type { ApprovalDesk } from "../api/approval-desk.ts";
import { approvalDesk, endPaused } from "./approval-desk.ts";
import { approvalRecords, noRecords, type ApprovalRecords } from "./approval-records.ts";
import type { ApprovalParts, DeskParts } from "./desk-parts.ts";
import { approvalTrail } from "./approval-trail.ts";
import { callerShares, type CallerShares } from "./caller-shares.ts";
import { isOpen } from "./step.ts";

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
  const parts = approvalParts({ audit, store, clock, pauses, record }, seal);
  return {
    ...approvalDesk(parts),
    pauses: pauseSwitch({ pauses, record, endPaused: () => endPaused(parts) }),
  };
}

/** What a server and `openApprovals` make of a store. `known` is what this process knows of the current contracts. */
export function approvalParts(
  host: Pick<ApprovalsRuntime, "audit" | "clock" | "pauses" | "record" | "store">,
  seal: ValueSeal,
  known: Pick<DeskParts, "tools" | "bindEdit" | "realm"> = {},
): ApprovalParts {
  const { audit, clock, pauses, store } = host;
  const stored = store.list ? approvalRecords(store, seal, clock, known.realm) : noRecords;
  const shares = callerShares(store, seal, clock, stored);
  const now = async (): Promise<Date> => (store.now ? store.now() : clock.now());
  const trail = approvalTrail(host.record);
  return { records: releasing(stored, shares), shares, pauses, trail, audit, clock, now, ...known };
}

/** What has ended takes up nothing of its caller's share. */
function releasing(records: ApprovalRecords, shares: CallerShares): ApprovalRecords {
  return {
    ...records,
    async write(approval, before) {
      const isWritten = await records.write(approval, before);
      if (isWritten && !isOpen(approval)) await shares.release(approval);
      return isWritten;
    },
  };
}
