/** The position that a record or head claims. */
export interface Misfiled {
  readonly writer: string;
  readonly sequence: number;
}

/** An audit trail for reading. Nothing in it is verified: see `verifyAudit`. */
export interface AuditTrail {
  /** Whether records may be newer than their writer's head. Not if written together. */
  readonly headsLag: boolean;
  /** Heads stored outside, read before the trail: it must contain their records. */
  readonly pinned?: readonly unknown[];
  /** The stored heads. Read them before the events, of which more may be added meanwhile. */
  heads(): Promise<readonly unknown[]>;
  /** The stored events, each writer's in order. One that is not valid JSON is given as its text. */
  events(): Iterable<unknown> | AsyncIterable<unknown>;
  /** The first head or event so far whose row has another writer, number or hash. */
  readonly misfiled?: () => Misfiled | undefined;
  /**
   * At least the last `count` events, each writer's in order. The cost depends on `count`.
   */
  newest(count: number): Promise<readonly unknown[]>;
  close(): Promise<void>;
}
