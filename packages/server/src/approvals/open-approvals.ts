import type { ApprovalDesk } from "../api/approval-desk.ts";
import type { AuditSink, Clock, Store } from "../api/ports.ts";
import type { WaitingCalls } from "../api/outcome.ts";
import { valueSeal, type ValueSeal } from "../seals/sealed-value.ts";
import { approvalDesk } from "./approval-desk.ts";
import { approvalRecords, noRecords, type ApprovalRecords } from "./approval-records.ts";
import type { DeskParts } from "./desk-parts.ts";
import { approvalTrail, type ApprovalTrail, type TrailParts } from "./approval-trail.ts";
import { callerShares, type CallerShares } from "./caller-shares.ts";
import { isOpen } from "./step.ts";
import { waitingCalls } from "./waiting-calls.ts";
import { pausesIn, type Pauses } from "../pauses/pauses.ts";

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
  clock,
  onFault,
}: OpenApprovalsOptions): ApprovalDesk {
  const parts = { audit, clock: clock ?? { now: () => new Date() }, auditMs, onFault: onFault ?? (() => {}) };
  return approvalParts(store, valueSeal(stateKeys), parts).desk;
}

/** What a server and `openApprovals` make of a store. */
export interface ApprovalParts {
  readonly records: ApprovalRecords;
  readonly shares: CallerShares;
  readonly pauses: Pauses;
  readonly trail: ApprovalTrail;
  readonly now: () => Promise<Date>;
  readonly desk: ApprovalDesk;
  readonly waiting: Pick<WaitingCalls, "stateOf">;
  readonly deskParts: DeskParts;
}

/** `known` is what this process knows of the current contracts. */
export function approvalParts(
  store: Store,
  seal: ValueSeal,
  trailParts: TrailParts,
  known: Pick<DeskParts, "tools" | "bindEdit" | "realm"> = {},
): ApprovalParts {
  const { clock } = trailParts;
  const stored = store.list ? approvalRecords(store, seal, clock, known.realm) : noRecords;
  const shares = callerShares(store, seal, clock, stored);
  const records = releasing(stored, shares);
  const pauses = pausesIn(store, clock, seal, endsOfIn(trailParts));
  const trail = approvalTrail(trailParts);
  const now = async (): Promise<Date> => (store.now ? store.now() : clock.now());
  const deskParts: DeskParts = { records, pauses, trail, clock, now, ...known };
  return {
    records,
    shares,
    pauses,
    trail,
    now,
    desk: approvalDesk(deskParts),
    waiting: waitingCalls(deskParts),
    deskParts,
  };
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

function endsOfIn({ audit }: TrailParts): ((request: string) => Promise<readonly string[]>) | undefined {
  return audit.endsOf && (async (request) => (await audit.endsOf?.(request)) ?? []);
}
