import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import type { Principal } from "./outcome.ts";

/** The source of the current time. */
export interface Clock {
  now(): Date;
}

/** A live value, with the revision that `Store.replace` compares. */
export interface StoredValue {
  readonly value: Json;
  readonly revision: number;
  readonly expiresAt: Date;
}

/** Which values to list. A store that lists more is slower, and nothing else. */
export interface SomeValues {
  /** Only values that are live at this time too. */
  readonly beyond?: Date;
  /** That many at most. */
  readonly max?: number;
}

/**
 * All state of the pipeline. Values are JSON, keys are opaque strings, operations are atomic, and an expired value is absent.
 * If an operation throws, the call is refused.
 */
export interface Store {
  get(key: string): Promise<StoredValue | undefined>;
  /**
   * False if a live value exists. Rejects if the clock was put back behind an earlier clean-up, which could have removed a
   * value that is live again.
   */
  insert(key: string, value: Json, expiresAt: Date): Promise<boolean>;
  put(key: string, value: Json, expiresAt: Date): Promise<void>;
  /**
   * Compare-and-swap: false unless the live value has revision `expected`. Without `expiresAt`, the value keeps its expiry: counters
   * end when they began to.
   */
  replace(key: string, expected: number, value: Json, expiresAt?: Date): Promise<boolean>;
  /** True for exactly one caller. */
  delete(key: string): Promise<boolean>;
  /** Atomic counter, for rate limits. A live counter keeps its expiry. */
  increment(
    key: string,
    by: number,
    expiresAt: Date,
  ): Promise<{ readonly value: number; readonly expiresAt: Date }>;
  /**
   * The live values whose keys begin with `prefix`, which ends with a colon; those that expire last come first. Absent: this store
   * cannot keep approvals that a person gives later.
   */
  list?(prefix: string, some?: SomeValues): Promise<readonly (StoredValue & { readonly key: string })[]>;
  /**
   * The time on a clock that all servers with this store share, such as the database's. Absent if there is none: questions to
   * people then expire by each server's own clock.
   */
  now?(): Promise<Date>;
  /** Values outlive the process. The audit trail then notices when the store is put back to an older day without it. */
  readonly isDurable?: true;
  close(): Promise<void>;
}

/**
 * A record about a call: an intent before it may act, an approval if a person approved it, events that the handler records, and
 * an outcome. If the outcome was unknown and the handler ended later, a settlement follows. A precheck is a question about a call
 * that was not made, whose answer is that it would be refused. A decision is about a pending approval, or about what is paused.
 * `key_changed` introduces the next key that signs the chain; only the trail itself writes it.
 */
export interface AuditEntry {
  readonly callId: string;
  readonly kind:
    | "intent"
    | "approval"
    | "decision"
    | "event"
    | "outcome"
    | "settlement"
    | "precheck"
    | "key_changed";
  /** ISO 8601. */
  readonly time: string;
  /** `kind` distinguishes what an agent did for a person from what the person did. */
  readonly principal?: { readonly id: string; readonly tenant?: string; readonly kind?: "agent" | "user" };
  readonly tool: string;
  /** The event of the contract, or the type of an event that the handler recorded. */
  readonly event?: string;
  /** Number of the event within its call, from 1. In events only. */
  readonly number?: number;
  /** Details of the handler's event, redacted; in decisions, what a standing approval allows; of an exception, its bounds. */
  readonly details?: Json;
  readonly contractHash?: string;
  /** Hex SHA-256 of the canonical input. Absent if `input` is redacted, because the hash could reveal what was left out. */
  readonly fingerprint?: string;
  /** Redacted. */
  readonly input?: Json;
  /** Beside a redacted `input`: hex HMAC-SHA256 of each argument of which something was left out, by its name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** In intents: the first 16 hex digits of the SHA-256 of the caller's facts, which some record of that day has. */
  readonly caller?: string;
  readonly callerFacts?: CallerFacts;
  /** In intents: when the caller's authentication expired, if it had. In seconds since 1970. */
  readonly expiresAt?: number;
  /** In intents: stands for the caller's idempotency key; hex HMAC-SHA256 of its fingerprint. */
  readonly key?: string;
  /** In intents: the call asks for a dry run. */
  readonly dryRun?: true;
  /** In intents: the host has policies for the tool. */
  readonly policies?: true;
  /** Size of the canonical JSON in bytes, instead of `input`, if the tool was not found or the caller lacks its permissions. */
  readonly inputBytes?: number;
  /** With `inputBytes`: hex HMAC-SHA256 of the fingerprint, with a key derived from the state key. */
  readonly inputDigest?: string;
  /**
   * Identifies the question to a person: hex SHA-256 of its nonce. The same in the call that asked and in the call with the
   * answer.
   */
  readonly request?: string;
  /**
   * In decisions: what was decided, or what ended the approval without a person. `refused`: somebody called the tool of the approval in
   * the chat without a click there.
   */
  readonly decision?:
    | "approved"
    | "identified"
    | "denied"
    | "edited"
    | "expired"
    | "withdrawn"
    | "paused"
    | "resumed"
    | "granted"
    | "revoked"
    | "refused";
  /** In decisions and approvals: the arguments that an approver has narrowed. */
  readonly edited?: readonly string[];
  /** In decisions: how many calls were approved at once, if not this one alone. */
  readonly together?: number;
  /**
   * In decisions: where it was made, such as `inbox` or `terminal`; `app` is a click in the chat, which the caller's host has passed on.
   * In approvals: `host` if the caller's host has asked, `exception` if nobody was.
   */
  readonly via?: string;
  /** The program that made the call: the id of the call of `run_program` with which it began. */
  readonly program?: string;
  /** In approvals: the call of `run_program` that was approved with this call in its set. */
  readonly set?: string;
  /** In approvals: the standing approval that the call has used. In decisions: the one that was granted or revoked. */
  readonly mandate?: string;
  /** In decisions, and of an exception: the reason given. */
  readonly reason?: string;
  /** In approvals: the sentence that the person read first. It shows no secret. */
  readonly summary?: string;
  /** In approvals: when the person was asked. ISO 8601. */
  readonly askedAt?: string;
  /**
   * In decisions and approvals: the log-in of the person who asks, where the caller's token had none that was recent and strong
   * enough. `at` is ISO 8601.
   */
  readonly logIn?: { readonly at?: string; readonly acr?: string };
  /** In approvals that were given in the inbox: everybody who approved. */
  readonly approvers?: readonly {
    readonly id: string;
    readonly tenant?: string;
    readonly via: string;
    /** ISO 8601. */
    readonly at: string;
  }[];
  /** Hex SHA-256 of the plan that the person was shown. Absent where `fingerprint` is. */
  readonly planHash?: string;
  /** The kind of the outcome. */
  readonly outcome?: string;
  /** The code of the failure. */
  readonly failure?: string;
  readonly replayed?: boolean;
  /** The number of the record within its call, from 1: without gaps, unless a record could not be written. */
  readonly part?: number;
  /** In outcomes and settlements: how many records of the call there are up to this one. */
  readonly parts?: number;
  /** The tool that reported the outcome of the call, where it was unknown. */
  readonly reconciled?: string;
  /** In outcomes: the id of the call whose steps this one has continued. */
  readonly continues?: string;
  /** The call was made to go on with an earlier one, or to cancel it; no new one began. */
  readonly work?: "continue" | "cancel";
  /** What the call undoes: the id of a call, `/`, and the name of its step. */
  readonly undoes?: string;
  /** For a result of content blocks: the size of its canonical JSON in bytes. The result itself is not recorded. */
  readonly resultBytes?: number;
  /** With `resultBytes`: hex HMAC-SHA256 of that JSON, with a key derived from the state key. */
  readonly resultDigest?: string;
  /** Index of the refinement that applied; absent: the tool as written. In outcomes only. */
  readonly refinement?: number;
  /** In `key_changed`: the key that signed the chain so far, and this record last. */
  readonly formerKey?: AuditKey;
  /** In `key_changed`: the key that signs the records after this one. */
  readonly nextKey?: AuditKey;
  /** In some records: the id of the store, its epoch at that time, and the id of the chain. */
  readonly store?: string;
  /** W3C trace context. */
  readonly traceparent?: string;
  /** An error of the server, such as a handler that broke its contract; never sent to a caller. */
  readonly fault?: string;
}

/** A public Ed25519 key on record. */
export interface AuditKey extends JsonObject {
  /** The first 32 hex digits of the SHA-256 of the public key in DER. */
  readonly id: string;
  /** The 32 bytes in base64url: the `x` of a JWK. */
  readonly publicKey: string;
}

/** What decides about a call and is no argument: as in `Principal`. A type alias, because it is JSON. */
export type CallerFacts = {
  readonly acr?: string;
  readonly authTime?: number;
  readonly issuer?: string;
  /** Sorted. */
  readonly permissions: readonly string[];
};

export interface AuditSink {
  /** Resolves when the entry is durable. */
  append(entry: AuditEntry): Promise<void>;
  /**
   * The calls by whose durable records a question to a person has ended: its answer was used, or was a no. Two are enough. Absent:
   * this sink cannot look them up, and then only the store says what is used.
   */
  endsOf?(request: string): Promise<readonly string[]>;
  /** The newest durable entries, at most this many, oldest first. Absent: this sink cannot look back. */
  newest?(count: number): Promise<readonly AuditEntry[]>;
  /** Rejects if no entry could be made durable now. */
  ready?(): Promise<void>;
  /**
   * Compares the trail with the store beside which it is written, and ties them from then on. Rejects if one of the two was put
   * back to an older day without the other. Called before the first call with a durable store, and again after a rejection.
   */
  tie?(store: Store): Promise<void>;
  close(): Promise<void>;
}

/** The input of a policy or a requirement. `input` is the canonical copy. */
export interface PolicyInput {
  readonly principal: Principal;
  readonly tool: ToolContract;
  readonly input: JsonObject;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Whether one entry of `execution.requirements` is met. An error or a time-out means no. */
export type RequirementResolver = (decision: PolicyInput) => Promise<boolean> | boolean;

/** The result of a policy. A reason is shown to the caller. */
export type PolicyVerdict =
  | { readonly effect: "allow" }
  | { readonly effect: "deny"; readonly reason?: string };

/** A rule in addition to the contract. An error, a time-out or any other result means deny. */
export type Policy = (decision: PolicyInput) => Promise<PolicyVerdict> | PolicyVerdict;

/** Policies by scope: `"*"` all tools, `"emails"` a domain, `"emails.send_external"` one tool. */
export type Policies = Readonly<Record<string, Policy | readonly Policy[]>>;
