/** Values are JSON text; times are milliseconds since the epoch. */
export interface StateTable {
  readonly key: string;
  readonly value: string;
  readonly revision: number;
  readonly expires_at: number;
}

/** `record` is the whole event as JSON text; the other columns repeat fields for searching. */
export interface AuditTable {
  readonly writer: string;
  readonly sequence: number;
  readonly hash: string;
  readonly record: string;
  /** The question to a person that the record ends: `endedBy`. */
  readonly ends: string | null;
}

/** The end of each writer's chain. `head` is the whole head as JSON; the rest is for searching. */
export interface AuditHeadTable {
  readonly writer: string;
  readonly sequence: number;
  readonly head: string;
}

export interface Tables {
  readonly proviso_state: StateTable;
  readonly proviso_audit: AuditTable;
  readonly proviso_audit_head: AuditHeadTable;
}
