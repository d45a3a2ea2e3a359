import type { IncomingMessage, ServerResponse } from "node:http";
import type { Edit, ImpliedFailureCode, JsonObject, RiskLevel, ToolContract } from "@proviso/manifest";
import type { CallTerms, CallToApprove, Realm, ShownCall } from "./call-to-approve.ts";
import type { InvokeOptions, Outcome, WaitingCalls } from "./outcome.ts";
import type { PauseList } from "./pauses.ts";
import type { AuditEntry, AuditSink, Clock, Store } from "./ports.ts";
import type { Principal } from "./principal.ts";
import type { Waiting } from "./waiting.ts";

export type { CallTerms, CallToApprove, LogIn, Realm, ShownCall, WantedLogIn } from "./call-to-approve.ts";

/**
 * `ask`: looks for an approval of the call, and asks for one. `look`: asks nobody. With an id, no other approval counts than
 * that one, and nobody is asked anew.
 */
export type ApprovalQuestion = "ask" | "look" | { readonly only: string };

/** Why a call does not run. A model reads the message. */
export interface NotApproved {
  readonly code: ImpliedFailureCode;
  readonly message: string;
  readonly details?: JsonObject;
  readonly waits?: Waiting;
  /** Identifies the question to a person in the trail. */
  readonly request?: string;
}

/**
 * `run`: it is approved, and `use` uses the approval up, just before the call runs; one call gets it. `end`: nobody will approve it.
 * `wait`: it is not approved yet. Without a refusal, nobody was asked.
 */
export type ApprovalAnswer =
  | { readonly kind: "run"; readonly use: () => Promise<UsedApproval | NotApproved> }
  | { readonly kind: "end"; readonly refusal: NotApproved }
  | { readonly kind: "wait"; readonly refusal?: NotApproved };

/** What the audit trail says of an approval that a call has used. */
export type UsedApproval = Required<Pick<AuditEntry, "request" | "askedAt" | "approvers">> &
  Pick<AuditEntry, "logIn" | "mandate">;

/** A call whose arguments an approver has narrowed. */
export interface NarrowedCall {
  /** The approval's id. */
  readonly approval: string;
  /** The arguments to run it with. */
  readonly input: JsonObject;
  /** The arguments that the caller sent. */
  readonly asked: { readonly input: JsonObject; readonly fingerprint: string };
  readonly edits: readonly Edit[];
}

/** Approvals that people give later, outside of the client that calls. */
export interface Approvals {
  /** From this risk level up, contracts that name no channel are approved here alone. */
  readonly from: RiskLevel;
  /** Absent: the person who asks can log in there. `false`: a call that lacks a log-in is refused, and nobody is asked. */
  readonly takesLogIns?: false;
  answer(call: CallToApprove, how: ApprovalQuestion): Promise<ApprovalAnswer>;
  /** Ends the approval of a call that runs without it, so that one request runs once. Returns the refusal if it was denied. */
  withdraw(
    call: CallToApprove,
    why: "answered_here" | "not_needed" | "mandate",
  ): Promise<NotApproved | undefined>;
  /** The arguments to which an approver has narrowed this call. An approval whose arguments do not fit is ended. */
  narrowed(
    call: Pick<CallTerms, "tool" | "principal" | "fingerprint">,
    fits: (input: JsonObject) => boolean,
  ): Promise<NarrowedCall | undefined>;
  /** What callers may learn about their own calls. */
  readonly callers: Pick<WaitingCalls, "stateOf" | "tasks" | "app">;
  /** How many calls wait, of all callers. */
  waiting(): Promise<number>;
  /** How many decisions, of all approvers, were answered by "read again". */
  readAgain(): Promise<number>;
  /** Puts on record which approvals the pauses have ended. They have ended whether this succeeds or not. */
  endPaused(): Promise<void>;
  /** What is new about a call, in sentences, for the question that the client's user is asked. */
  news(call: CallToApprove, shown: ShownCall): Promise<readonly string[]>;
}

/** Puts on record what people decide outside of a call. Resolves to whether it is durable. */
export type RecordDecision = (entry: Omit<AuditEntry, "callId" | "kind" | "time">) => Promise<boolean>;

/** What approvals use of the server that is made with them. */
export interface ApprovalsRuntime {
  readonly realm: Realm;
  /** The current contracts. */
  readonly tools: readonly ToolContract[];
  readonly store: Store;
  readonly stateKeys: readonly Uint8Array[];
  readonly record: RecordDecision;
  /** To look back. */
  readonly audit: Pick<AuditSink, "newest" | "endsOf">;
  readonly clock: Clock;
  readonly pauses: ReadPauses;
  readonly onFault: (error: unknown, tool: string) => void;
  /** Makes a call like any other. */
  readonly invoke: (tool: string, input: JsonObject, options: InvokeOptions) => Promise<Outcome>;
  /** The server does not close before this is settled. */
  readonly track: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
}

export interface ReadPauses {
  /** As it is in the store now. Throws if it cannot be read. */
  read(): Promise<PauseList>;
  /** At most two seconds old, so that not every call reads the store. */
  recent(): Promise<PauseList> | PauseList;
}

/**
 * Who looks or decides: a person who is signed in to the product, never an agent; or an operator, who has the store and the
 * state key, under the name that is put on record.
 */
export type Reviewer = { readonly principal: Principal } | { readonly operator: string };

/** What a host gives to turn approvals on, such as `inbox({ … })` of `@proviso/inbox`. It belongs to one server. */
export interface ApprovalsPlug {
  /** Called once, when the server is made. Throws a TypeError for a wrong option. */
  open(host: ApprovalsRuntime): Approvals;
  /** Opens the pages on which people approve. Rejects with a TypeError if they would not be safe there. */
  mount(site: MountedSite): Promise<MountedPages>;
}

export interface MountedSite {
  /** The name of the product, to show. */
  readonly product: string;
  /** The issuer of the callers' tokens. */
  readonly issuer?: string;
}

export interface MountedPages {
  /** What answers requests at the path and below it; it never rejects. */
  readonly mounted: {
    readonly path: string;
    readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  };
  /** A link that signs somebody in once, within ten minutes. */
  signInLink(reviewer: Reviewer): Promise<string>;
  close(): void;
}
