import type { JsonObject } from "@proviso/manifest";
import type { Reviewer } from "@proviso/server/extension";
import type { Approval, Objection, Rejection } from "./approval.ts";
import type { MandateDesk } from "./mandate.ts";

/** An approval as one reviewer sees it. */
export interface ReviewedApproval extends Approval {
  /** Why this reviewer may not approve it. */
  readonly objection?: Objection;
  /** The reviewer is the caller's person: their yes only confirms a fresh log-in, and others approve. */
  readonly identifies?: true;
  /** Set on an open approval where the log-in of the person who asks limits when the call may run. */
  readonly logIn?: LogInLeft;
}

/** What remains of the log-in that a call needs, once this reviewer has approved. */
export interface LogInLeft {
  /** Milliseconds since the epoch; after that the call needs another log-in. 0: it needs one now. */
  readonly until: number;
  /** Whether that is within two minutes. */
  readonly isSoon: boolean;
  /** Whether the reviewer is the person who asks, whose log-in counts. */
  readonly isOwn: boolean;
}

export interface DecisionOptions {
  /** Where the person decides, such as `inbox`; it is put on record. Defaults to `in process`. */
  readonly via?: string;
  readonly reason?: string;
  /** With a yes: `revision` of the approval that the reviewer has seen. Defaults to the call as it was asked for. */
  readonly revision?: number;
  /**
   * With a yes: arguments to run the call with in the place of its own, where the contract lets an approver narrow them. If the
   * tool plans its calls, the yes counts for nothing yet: the changed call is planned when it is made again, and approved then.
   */
  readonly change?: JsonObject;
}

export type DecisionResult =
  | { readonly ok: true; readonly approval: Approval }
  | {
      readonly ok: false;
      readonly why: Rejection | "unknown" | "not_a_person" | "unrecorded";
      /** What to do about it. */
      readonly message: string;
    };

/** A call as somebody has seen it. */
export interface SeenCall {
  readonly id: string;
  /** Absent: as it was asked for. */
  readonly revision?: number;
}

/**
 * `ok: false`: these calls cannot be approved at once, and none is. Otherwise what became of each, in the given order: others may
 * have ended or changed meanwhile.
 */
export type TogetherResult =
  | { readonly ok: false; readonly message: string }
  | {
      readonly ok: true;
      readonly results: readonly { readonly id: string; readonly result: DecisionResult }[];
    };

export interface SeenText {
  readonly name: string;
  readonly count: number;
  readonly lastAt?: number;
  /** How many of them may still run, or have ended without anybody knowing whether they acted. */
  readonly unknown?: number;
  /** How many other calls wait or are approved that have it too: where it never repeats, or all texts of the sentence are equal. */
  readonly waiting?: number;
  /** The texts of the other calls all differ, as numbers of invoices do. Absent: some are equal, or there are fewer than three. */
  readonly isUnique?: true;
  /** Whether it is the number of a bank account, or the contract's summary writes it as one (`iban`). */
  readonly isAccount?: true;
  /** No earlier call had exactly this text, but one had a text that readers take for it, or a part of it. */
  readonly isNearly?: true;
}

/** What the newest records of the audit trail say beside an approval. Times are in milliseconds since the epoch. */
export interface CallHistory {
  /** The caller's last calls, newest first, without this one. `outcome`: as in the trail, such as `completed`, or that it waited. */
  readonly lastCalls: readonly { readonly tool: string; readonly at: number; readonly outcome: string }[];
  /** For each text in the sentence: how many earlier calls of this tool had the same text and acted, and when the last one began. */
  readonly values: readonly SeenText[];
  /** How the call ended that used the approval, as in the trail. Absent: it has not run, or has not ended. */
  readonly run?: {
    readonly outcome: string;
    readonly at: number;
    readonly failure?: string | undefined;
    /** What the contract says of the failure. */
    readonly why?: string | undefined;
    /** It was refused, or the contract says that a call that fails like this has no effect. */
    readonly didNothing?: boolean;
    /** The calls of a set that were made, in their order. Absent: it is no set, or none began. */
    readonly calls?: readonly {
      /** What it does, in a sentence. */
      readonly call: string;
      readonly outcome?: string | undefined;
      readonly failure?: string | undefined;
    }[];
  };
  /** The caller's last try of an approved call, which was refused before the approval was used. */
  readonly tried?: { readonly at: number; readonly failure: string; readonly why?: string | undefined };
  /** All earlier calls with these texts (`of`), such as the payee, or nearly these, had another account. */
  readonly otherAccount?: { readonly account: string; readonly of: readonly string[] } | undefined;
  /** Of the calls that are open, another with these texts, or nearly these, has another account. */
  readonly alsoOtherAccount?: CallHistory["otherAccount"];
  /** The last call within a day with the same amount and account, and what other texts it had, by name. */
  readonly repeat?:
    | { readonly at: number; readonly others: readonly (readonly [string, string])[] }
    | undefined;
  /** Another open call with the same amount and account, and what other texts it has, by name. */
  readonly alsoOpen?: CallHistory["repeat"];
  /** When the call that used the approval began, and when its time is up. */
  readonly begun?: { readonly at: number; readonly until: number };
  /** Older records were not looked at. Absent: the trail has none. */
  readonly since?: number;
}

/** What people and operators do with approvals. The caller of a tool never gets to it. */
export interface ApprovalDesk {
  /**
   * Lists the approvals that the reviewer may decide about, asked for, or has decided about; newest first. Only the last thousand
   * that have ended, of all reviewers, are searched; `isOpen` leaves out ended ones.
   */
  list(reviewer: Reviewer, options?: { readonly isOpen?: boolean }): Promise<readonly ReviewedApproval[]>;
  /**
   * A text that changes with what `list` says of open approvals. What all reviewers are told comes from one look at the store, at
   * most a second old.
   */
  glance(reviewer: Reviewer): Promise<string>;
  /** Undefined also if the reviewer may not see it. */
  get(id: string, reviewer: Reviewer): Promise<ReviewedApproval | undefined>;
  /** Undefined if the trail cannot be read here. */
  history(approval: Approval): Promise<CallHistory | undefined>;
  approve(id: string, reviewer: Reviewer, options?: DecisionOptions): Promise<DecisionResult>;
  /**
   * Approves these calls, and no other: several of one caller and one tool, as many as its contract allows (`together`). Each is
   * approved by itself, as by `approve`.
   */
  approveTogether(
    calls: readonly SeenCall[],
    reviewer: Reviewer,
    options?: Pick<DecisionOptions, "via" | "reason">,
  ): Promise<TogetherResult>;
  deny(id: string, reviewer: Reviewer, options?: DecisionOptions): Promise<DecisionResult>;
  readonly mandates: MandateDesk;
}
