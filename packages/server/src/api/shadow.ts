import type { Manifest } from "@proviso/manifest";
import type { AuditEntry } from "./ports.ts";

/** What a shadow knows of its server: the enforced contracts, and whether people approve outside of the client. */
export interface ShadowRuntime {
  readonly manifest: Manifest;
  readonly env: string;
  readonly hasInbox: boolean;
  readonly onFault: (error: unknown) => void;
  readonly tell: (sums: object) => void;
}

/** Candidate contracts beside the enforced ones. It only sees records, so it has no vote. */
export interface Shadow {
  /** Takes a record that is durable. The call waits for its end, so it only puts the record into a queue. */
  recorded(entry: AuditEntry): void;
  close(): Promise<void>;
}

/** What `shadow({ … })` of `@proviso/replay/shadow` returns. */
export interface ShadowPlug {
  open(runtime: ShadowRuntime): Shadow;
}
