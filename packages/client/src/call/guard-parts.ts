import type { ToolContract } from "@proviso/manifest";
import type { CatalogEntry } from "../catalog/catalog.ts";
import type { CatalogKeeper } from "../catalog/catalog-keeper.ts";
import type { Approvals, PendingCall } from "../ask/approvals.ts";
import type { McpConnection } from "../connection/connection.ts";
import type { Activity, CallOptions, CreateGuardOptions, Policies } from "./options.ts";
import type { Subject } from "../tool/subject.ts";
import type { Session } from "../decide/session.ts";

/** What every step of a call is given. */
export interface GuardParts {
  readonly connection: McpConnection;
  readonly options: CreateGuardOptions;
  readonly policies: Policies;
  readonly session: Session;
  readonly approvals: Approvals;
  readonly catalog: CatalogKeeper;
  readonly tell: (activity: Activity) => void;
}

/** One call on its way. */
export interface PreparedCall extends PendingCall {
  readonly entry: CatalogEntry;
  /** What is decided about: the contract as it is for this input, or what there is instead. */
  readonly subject: Subject;
  /** The contract of this client, whether the server shows the tool so or not. Its promises and its limits hold. */
  readonly contract: ToolContract | undefined;
  /** Whether a plan can be asked for. */
  readonly offersPlan: boolean;
  readonly options: CallOptions;
  readonly dryRun: boolean;
}
