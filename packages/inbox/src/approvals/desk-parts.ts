import type { JsonObject, ToolContract } from "@proviso/manifest";
import {
  type AuditSink,
  type Clock,
  lastPauseOf,
  logInOfPrincipal,
  type PauseList,
  type Principal,
  type ReadPauses,
  type Realm,
} from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import type { BoundEdit } from "./bind-edit.ts";
import type { ApprovalRecords } from "./approval-records.ts";
import type { CallerShares } from "./caller-shares.ts";
import type { ApprovalTrail } from "./approval-trail.ts";
import type { Circumstances } from "./step.ts";

export interface DeskParts {
  readonly records: ApprovalRecords;
  readonly pauses: ReadPauses;
  readonly trail: ApprovalTrail;
  readonly clock: Clock;
  /** The time on the clock that all servers with this store share. */
  readonly now: () => Promise<Date>;
  readonly audit: Pick<AuditSink, "newest" | "endsOf">;
  /** Absent where the approvals of every product and environment are decided about. */
  readonly realm?: Realm;
  /** The current contracts, if they are known here. */
  readonly tools?: readonly ToolContract[];
  /** Checks the arguments to which an approver changes a call; absent where the contracts are not known. */
  readonly bindEdit?: (approval: Approval, input: JsonObject) => Promise<BoundEdit>;
}

/** What approvals are made of in a server and in a process without one. */
export interface ApprovalParts extends DeskParts {
  readonly shares: CallerShares;
}

/** What may have ended an approval, as far as it is known here. `caller` is whoever made the call and asks for its state. */
export async function circumstancesOf(
  { asker, rules, shown, terms }: Approval,
  list: PauseList,
  { now, tools }: DeskParts,
  caller?: Principal,
): Promise<Circumstances> {
  const [domain = ""] = terms.tool.split(".", 1);
  const contract = { name: terms.tool, domain, sideEffects: shown.sideEffects };
  const contractHash = tools && (tools.find(({ name }) => name === terms.tool)?.hash ?? "");
  return {
    now: (await now()).getTime(),
    lastPause: lastPauseOf(list, { contract, principal: asker }),
    ...(contractHash !== undefined && { contractHash }),
    ...(caller && { caller: { wanted: rules.logIn, given: logInOfPrincipal(caller) } }),
  };
}
