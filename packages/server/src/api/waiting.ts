import type { ApprovalState } from "./approval.ts";
import type { Principal } from "./principal.ts";

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

/** What a caller may do about its own calls that wait. It can approve none. */
export interface WaitingCalls {
  /** What has become of an approval; undefined if it is unknown, or another caller's. */
  stateOf(id: string, caller: Principal | undefined): Promise<ApprovalState | undefined>;
}
