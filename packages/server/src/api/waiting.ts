/**
 * pending: waits for people. approved: enough of them said yes, and the call may run once. The others are final: a call that
 * finds one of them has not been approved, and asks anew (after `denied` only when the approval has expired).
 */
export type ApprovalState = "pending" | "approved" | "consumed" | "denied" | "expired" | "withdrawn";

/** The approval for which a refused call waits. The failure says the same to a model. */
export interface Waiting {
  /** The approval's id. */
  readonly approval: string;
  /** The tool's title. */
  readonly title: string;
  /** The page of this approval, if the operator has said where the inbox is. */
  readonly url?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Whether this call asked for it. False if an equal call waited already. */
  readonly isNew: boolean;
}

/**
 * What an ended task says: it ran, it did not, it failed, or nobody knows (SEP-2848).
 */
export type Disposition = "approved-executed" | "denied-not-executed" | "execution-error" | "outcome-unknown";
