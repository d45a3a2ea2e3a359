import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  ApprovalTerms,
  Edit,
  ImpliedFailureCode,
  JsonObject,
  RiskLevel,
  SideEffect,
  ToolContract,
} from "@proviso/manifest";
import type { SafetyLabel } from "@proviso/manifest/label";
import type { CallSentence } from "@proviso/manifest/question";
import type { InvokeOptions, Outcome, WaitingCalls } from "./outcome.ts";
import type { PauseList } from "./pauses.ts";
import type { AuditEntry, AuditSink, Clock, Store } from "./ports.ts";
import type { Principal } from "./principal.ts";
import type { Waiting } from "./waiting.ts";

/** How recent and how strong a log-in a call needs. */
export interface WantedLogIn {
  /** Authentication context class, exactly. */
  readonly acr?: string;
  readonly maxAgeMs?: number;
}

/** When and how a person has logged in, as in OpenID Connect. */
export interface LogIn {
  /** In seconds since the epoch. */
  readonly authTime?: number;
  readonly acr?: string;
}

/** A product in an environment. What one of them keeps in a store is never another's. */
export interface Realm {
  readonly product: string;
  /** `env` of the server. */
  readonly env: string;
}

/** The call that is approved. A grant for one call is none for any other. */
export interface CallTerms extends Realm {
  readonly tool: string;
  /** The caller's identity: `identityOf`. */
  readonly principal: string;
  /** Hex SHA-256 of the canonical input. */
  readonly fingerprint: string;
  readonly contractHash: string;
  readonly planHash: string | null;
}

/** What a person sees. */
export interface ShownCall {
  readonly title: string;
  /** What the call does, from its contract and `input` alone. Absent from approvals of earlier releases. */
  readonly sentence?: CallSentence;
  readonly description: string;
  readonly riskLevel: RiskLevel;
  readonly sideEffects: readonly SideEffect[];
  /** Plain text with every argument, in which invisible characters are escaped. */
  readonly message: string;
  readonly input: JsonObject;
  readonly plan?: JsonObject;
  /** What remained of the tool's budget when the person was asked, in a sentence. */
  readonly allowance?: string;
  readonly owner?: string;
  /** Of the branch of the contract that applies to the call. Absent from approvals of earlier releases. */
  readonly label?: SafetyLabel;
  /** What an approver has to type, for critical tools. */
  readonly phrase?: string;
  /** Whether arguments are sensitive: they are shown on a page of this product alone. */
  readonly isSecret?: boolean;
}

/** A call that needs a person. */
export interface CallToApprove {
  readonly callId: string;
  readonly terms: Omit<CallTerms, keyof Realm>;
  readonly contract: ToolContract;
  readonly rules: ApprovalTerms;
  readonly principal: Principal;
  /** The connection over which it came: `mcp`, or `in process`. */
  readonly channel: string;
  /** What the client says that it is: name and version. Nobody has verified it. */
  readonly client?: string;
  /** Fingerprint of the arguments that the caller sent, if an approver has changed them. */
  readonly asked?: string;
  /** The log-in that the call needs. */
  readonly logIn?: WantedLogIn;
  /** What a person is shown who has until `expiresAt`; undefined if it is too much to show. */
  readonly shown: (realm: Realm, expiresAt: Date) => ShownCall | undefined;
}

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
