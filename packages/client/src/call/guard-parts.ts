import type { ToolContract } from "@proviso/manifest";
import type { CatalogEntry } from "../pinning/catalog.ts";
import type { CatalogKeeper } from "../pinning/catalog-keeper.ts";
import type { Approvals, PendingCall } from "../ask/approvals.ts";
import type { McpConnection } from "../connection/connection.ts";
import type { OfferLink } from "../ask/offer-links.ts";
import type { OutputCheck } from "./output-check.ts";
import type { Activity, CallOptions, CreateGuardOptions, GuardPolicies } from "./options.ts";
import type { Subject } from "../tool/subject.ts";
import type { Session } from "../decide/session.ts";

/** What every step of a guarded call uses. */
export interface GuardParts {
  readonly connection: McpConnection;
  readonly options: CreateGuardOptions;
  readonly policies: GuardPolicies;
  readonly session: Session;
  readonly approvals: Approvals;
  readonly catalog: CatalogKeeper;
  readonly offerLink: OfferLink;
  readonly tell: (activity: Activity) => void;
}

/** A prepared call. */
export interface PreparedCall extends PendingCall {
  readonly entry: CatalogEntry;
  /** The basis of decisions: the contract as refined for this input, or the unverified tool. */
  readonly subject: Subject;
  /** The pinned contract. Its promises and limits apply even if the server's definition differs. */
  readonly contract: ToolContract | undefined;
  readonly outputFault: OutputCheck;
  /** Whether a plan can be requested. */
  readonly offersPlan: boolean;
  readonly options: CallOptions;
  readonly dryRun: boolean;
}
