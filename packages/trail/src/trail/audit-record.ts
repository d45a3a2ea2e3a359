import type { AuditEntry } from "@proviso/server";

/** An entry in its writer's chain. */
export interface AuditRecord extends AuditEntry {
  /** 1, 2, 3 … within a writer. */
  readonly sequence: number;
  readonly writer: string;
  /** `hash` of the previous record, or `genesis.hash`. */
  readonly previousHash: string;
  /** The hash of the event in which the record is stored. */
  readonly hash: string;
}
