import type { ApprovalState } from "./approval.ts";
import type { InvokeOptions, Outcome } from "./outcome.ts";
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
  /** Absent unless the operator has turned tasks on. */
  readonly tasks?: WaitingTasks;
}

/** Calls that wait as tasks: the server makes them when they are approved and their caller asks for them. */
export interface WaitingTasks {
  /** Keeps what the approval does not hold of the call. An equal call that waits is the same task. */
  open(waits: Waiting, options: InvokeOptions): Promise<WaitingTask>;
  /** Makes the call if it is approved. `options` are those of the request. Undefined if unknown, or another caller's. */
  get(id: string, options: InvokeOptions): Promise<WaitingTask | undefined>;
  /** False if the task is unknown, or another caller's. */
  has(id: string, caller: Principal | undefined): Promise<boolean>;
  /** Withdraws the approval unless it is used already. False if the task is unknown, or another caller's. */
  cancel(id: string, caller: Principal | undefined): Promise<boolean>;
}

/**
 * What an ended task says of its call: it ran; it did not; it ran and failed; or nobody knows. The values of SEP-2848.
 */
export type Disposition = "approved-executed" | "denied-not-executed" | "execution-error" | "outcome-unknown";

export interface WaitingTask {
  /** The approval's id. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How long the task can be asked for, in milliseconds from its creation. */
  readonly ttlMs: number;
  readonly state: { readonly kind: "working" | "cancelled" } | ({ readonly kind: "completed" } & TaskEnd);
}

export interface TaskEnd {
  readonly outcome: Exclude<Outcome, { readonly kind: "input_required" }>;
  readonly disposition: Disposition;
}
