/** An audit trail to be read. Nothing in it is checked: see `verifyAudit`. */
export interface AuditTrail {
  /** Whether records may be newer than the head of their writer. Where they are kept together they may not. */
  readonly headsLag: boolean;
  /** As they are kept. Read them before the events, which may become more meanwhile. */
  heads(): Promise<readonly unknown[]>;
  /** As they are kept, each writer's in order; what cannot be read as JSON is given as its text. */
  events(): Iterable<unknown> | AsyncIterable<unknown>;
  /** As they are kept: at least the last `count` of the trail, each writer's in order. Costs what `count` costs, not the whole trail. */
  newest(count: number): Promise<readonly unknown[]>;
  close(): Promise<void>;
}
