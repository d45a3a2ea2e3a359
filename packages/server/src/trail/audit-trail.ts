/** Where a record, or a head, says that it belongs. */
export interface Misfiled {
  readonly writer: string;
  readonly sequence: number;
}

/** An audit trail to be read. Nothing in it is checked: see `verifyAudit`. */
export interface AuditTrail {
  /** Whether records may be newer than the head of their writer. Where they are kept together they may not. */
  readonly headsLag: boolean;
  /** Heads that are kept outside of it, as they were before it was opened: it must contain the records that they name. */
  readonly pinned?: readonly unknown[];
  /** As they are kept. Read them before the events, which may become more meanwhile. */
  heads(): Promise<readonly unknown[]>;
  /** As they are kept, each writer's in order; what cannot be read as JSON is given as its text. */
  events(): Iterable<unknown> | AsyncIterable<unknown>;
  /**
   * Of the heads and events read so far, the first that does not stand where it says: its row has another writer, number or
   * hash than the record in it.
   */
  readonly misfiled?: () => Misfiled | undefined;
  /** As they are kept: at least the last `count` of the trail, each writer's in order. Costs what `count` costs, not the whole trail. */
  newest(count: number): Promise<readonly unknown[]>;
  close(): Promise<void>;
}
