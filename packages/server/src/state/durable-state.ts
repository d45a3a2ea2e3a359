import type { AuditSink, Store } from "@proviso/server";

/** What a server keeps: options to spread into those of the server, which closes them. */
export interface DurableState {
  readonly store: Store;
  readonly audit: AuditSink;
  readonly stateKeys: readonly Uint8Array[];
}
