import type { AuditEntry } from "../api/ports.ts";

/** An entry in the chain of its writer. */
export interface AuditRecord extends AuditEntry {
  /** 1, 2, 3 … within a writer. */
  readonly sequence: number;
  readonly writer: string;
  /** `hash` of the record before, or `genesis.hash`. */
  readonly previousHash: string;
  /** That of the event that the record is kept as. */
  readonly hash: string;
}
