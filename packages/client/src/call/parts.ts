import type { ToolContract } from "@proviso/manifest";
import type { CatalogEntry } from "../catalog.ts";
import type { CatalogKeeper } from "../catalog-keeper.ts";
import type { ConfirmationDesk, PendingCall } from "../confirm.ts";
import type { McpConnection } from "../connection.ts";
import type { Activity, CallOptions, CreateGuardOptions, Policies } from "../options.ts";
import type { Session } from "../session.ts";

/** What every step of a call is given. */
export interface Parts {
  readonly connection: McpConnection;
  readonly options: CreateGuardOptions;
  readonly policies: Policies;
  readonly session: Session;
  readonly desk: ConfirmationDesk;
  readonly catalog: CatalogKeeper;
  readonly tell: (activity: Activity) => void;
}

/** One call on its way. */
export interface OpenCall extends PendingCall {
  readonly entry: CatalogEntry;
  readonly contract: ToolContract | undefined;
  readonly options: CallOptions;
  readonly dryRun: boolean;
}
