import type { ApproverKind, JsonObject, JsonSchema } from "@proviso/manifest";
import type { ApprovalState, CallTerms, LogIn, ShownCall, WantedLogIn } from "@proviso/server/extension";

/** Why an approval was withdrawn. */
export type Withdrawal =
  | "contract_changed"
  | "plan_changed"
  | "paused"
  | "answered_here"
  | "cancelled"
  | "too_many"
  | "edit_invalid"
  | "not_needed"
  | "mandate";

/** Who may approve: from the contract, when the approval was asked for. */
export interface ApproverRules {
  readonly approver: ApproverKind;
  readonly approvers: number;
  /** What an approver must hold. */
  readonly permissions: readonly string[];
  /** Whether holders of the permissions may approve instead of the person for whom the agent acts. */
  readonly isFromStated: boolean;
  /** Arguments that an approver may narrow. */
  readonly edit?: readonly string[];
  /** How many calls may be approved at once. Absent: one. */
  readonly together?: number;
  /**
   * The log-in that the call needs. If the caller's token lacks it, the person for whom the agent acts has to have it when deciding,
   * also where others approve. That makes only this call possible; the token stays as it is.
   */
  readonly logIn?: WantedLogIn;
}

/** A person who decides: signed in to the product, or an operator who has the store and the state key. */
export interface Decider {
  readonly id: string;
  /** Who gave the id, if a token says so. */
  readonly issuer?: string;
  readonly tenant?: string;
  readonly name?: string;
  readonly isOperator: boolean;
}

/** What an approver made of a call: `terms` and `shown` are those of the narrowed one. */
export interface EditedCall {
  /** The call as it was made. Its caller makes it again, and the narrowed one runs in its place. */
  readonly asked: { readonly input: JsonObject; readonly fingerprint: string };
  readonly by: Decider;
  readonly via: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Set until the call is made again, which checks and plans it; only then can it be approved. */
  readonly isUnbound?: true;
}

export interface ApprovalDecision {
  /** identify: the person who asks has logged in again, and others approve. */
  readonly verdict: "approve" | "identify" | "deny";
  readonly by: Decider;
  /** Where it was made, such as `inbox` or `terminal`. */
  readonly via: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason?: string;
  /** How many calls the person approved at once, this one among them. Absent: this one alone. */
  readonly together?: number;
  /** The log-in of the person who asks, where the call needs one. */
  readonly logIn?: LogIn;
}

/** The caller, as a person sees it. */
export interface Asker {
  readonly id: string;
  readonly kind: "agent" | "user";
  /** Who gave the id, if a token says so. */
  readonly issuer?: string;
  readonly tenant?: string;
  readonly name?: string;
  /** The log-in of the token with which the call was made last, where the call needs one. */
  readonly logIn?: LogIn;
}

/** An approval that a person gives later. Plain data: `step` says what may become of it. */
export interface Approval {
  readonly id: string;
  readonly state: ApprovalState;
  readonly terms: CallTerms;
  readonly asker: Asker;
  /** The connection over which it was asked: `mcp`, or `in process`. */
  readonly channel: string;
  /** Name and version of the client, as it says; nobody has verified them. */
  readonly client?: string;
  readonly shown: ShownCall;
  readonly rules: ApproverRules;
  /** `auditEvent` of the contract. */
  readonly auditEvent: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /**
   * Milliseconds since the epoch. Until then it can be approved; then, if it is, used for as long again. A log-in that becomes too old
   * earlier does not end it: it is pending again until the person who asks has logged in.
   */
  readonly expiresAt: number;
  /** How long it waits, in milliseconds. */
  readonly waitMs: number;
  /** The number of the last pause of anything when it was asked for. A later pause that stops the tool ends it. */
  readonly pauses: number;
  readonly decisions: readonly ApprovalDecision[];
  readonly edited?: EditedCall;
  /** The tool's, where an approver may narrow arguments: for whoever decides without the contracts. */
  readonly inputSchema?: JsonSchema;
  /** How often what is to be approved has changed since it was asked for. Absent: never. */
  readonly revision?: number;
  readonly withdrawn?: Withdrawal;
  /** The standing approval that the call has used, without anybody being asked. */
  readonly mandate?: MandateUse;
  /** The call that used it. */
  readonly usedBy?: string;
  /** The approval that was asked for when the same call was made after this one had ended. */
  readonly replacedBy?: string;
  /** Why an approval of the same call ended before this one was asked for. Absent if it was used or denied, or there was none. */
  readonly replaces?: Replaced;
  /** The last equal call of this caller that used an approval within a day before this one. A yes makes it happen again. */
  readonly earlier?: EarlierCall;
}

/** One use of a standing approval. */
export interface MandateUse {
  /** Of the standing approval. */
  readonly id: string;
  /** Counted from 1. */
  readonly use: number;
  /** How many there may be. */
  readonly of: number;
}

/** An approval that ended without being used. */
export interface Replaced {
  readonly id: string;
  readonly why: Withdrawal | "expired";
  /** How many people had approved. */
  readonly approvals: number;
}

/** An approved call that has begun. It may have taken effect, whatever its caller was told. */
export interface EarlierCall {
  readonly callId: string;
  /** When it was approved, in milliseconds since the epoch. */
  readonly approvedAt: number;
}

/** Why somebody may not decide about an approval. */
export type Objection =
  | "own_call"
  | "not_the_asker"
  | "lacks_permission"
  | "another_tenant"
  | "decided_before"
  | "needs_signed_in_people"
  | "another_issuer"
  | "log_in_too_old";

/** Why nothing comes of a decision, or of using an approval. */
export type Rejection =
  | Objection
  | "another_call"
  | "not_approved"
  | "ended"
  | "revised"
  | "not_narrower"
  | "unbound"
  | "not_together";
