import type { Span } from "@proviso/compiler";

/** One change that somebody accepted, until a day. */
export interface Waiver {
  /** The kind of change, such as `confirmation-loosened`. */
  readonly id: string;
  readonly fingerprint: string;
  readonly reason: string;
  /** The last day on which it counts, `2027-01-31`. */
  readonly expires: string;
}

/** A waiver and where it is written. */
export interface LocatedWaiver {
  readonly value: Waiver;
  readonly span: Span;
}
