import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import type { Principal } from "./outcome.ts";

/** Where the pipeline reads the time. */
export interface Clock {
  now(): Date;
}

/** A live value, with the revision that `Store.replace` compares. */
export interface StoredValue {
  readonly value: Json;
  readonly revision: number;
  readonly expiresAt: Date;
}

/**
 * All state of the pipeline. Values are JSON, keys are opaque strings, every operation is atomic, and an expired
 * value is an absent one. Whatever throws here refuses the call.
 */
export interface Store {
  get(key: string): Promise<StoredValue | undefined>;
  /** False if a live value exists. Rejects if one could have been removed that would be live now: the clock was put back. */
  insert(key: string, value: Json, expiresAt: Date): Promise<boolean>;
  put(key: string, value: Json, expiresAt: Date): Promise<void>;
  /** Compare-and-swap: false unless the live value has revision `expected`. */
  replace(key: string, expected: number, value: Json, expiresAt: Date): Promise<boolean>;
  /** True for exactly one caller. */
  delete(key: string): Promise<boolean>;
  /** Atomic counter, for rate limits. Keeps its first expiry while it is live. */
  increment(
    key: string,
    by: number,
    expiresAt: Date,
  ): Promise<{ readonly value: number; readonly expiresAt: Date }>;
  /**
   * The time on a clock that all servers with this store share, such as that of its database. Absent if there is none: questions to
   * people then expire by the clock of each server.
   */
  now?(): Promise<Date>;
  close(): Promise<void>;
}

/**
 * What is said about one call: an intent before anything may act, an approval if a person let it act, an outcome after; in
 * between, an event for each that the handler records itself. A settlement follows where the outcome was a doubt, and the
 * handler came to its end later.
 */
export interface AuditEntry {
  readonly callId: string;
  readonly kind: "intent" | "approval" | "event" | "outcome" | "settlement";
  /** ISO 8601. */
  readonly time: string;
  /** `kind` tells what an agent did for somebody from what they did themselves. */
  readonly principal?: { readonly id: string; readonly tenant?: string; readonly kind?: "agent" | "user" };
  readonly tool: string;
  /** `auditEvent` of the contract; of an event that the handler recorded, its own type. */
  readonly event?: string;
  /** Which event of its call, from 1. In events only. */
  readonly number?: number;
  /** What the handler says about its event; redacted. */
  readonly details?: Json;
  readonly contractHash?: string;
  /** Hex SHA-256 of the canonical input. Absent if something of it is left out here, which its hash could give away. */
  readonly fingerprint?: string;
  /** Redacted. */
  readonly input?: Json;
  /** Instead of `input` where the tool was not found, or the caller lacks its permissions: bytes of the canonical JSON. */
  readonly inputBytes?: number;
  /** With `inputBytes`: hex HMAC-SHA256 of the fingerprint, under a key that is derived from the state key. */
  readonly inputDigest?: string;
  /**
   * Of the question to a person, where there was one: hex SHA-256 of its nonce. The call that asked and the one that came
   * with the answer have it in common.
   */
  readonly request?: string;
  /** Of the plan that the person was shown: hex SHA-256. Absent where `fingerprint` is, for a plan tells of the input. */
  readonly planHash?: string;
  /** The kind of the outcome. */
  readonly outcome?: string;
  /** The code of the failure. */
  readonly failure?: string;
  readonly replayed?: boolean;
  /** Of a result of content blocks: bytes of its canonical JSON, which itself is not recorded. */
  readonly resultBytes?: number;
  /** With `resultBytes`: hex HMAC-SHA256 of that JSON, under a key that is derived from the state key. */
  readonly resultDigest?: string;
  /** Which refinement of the contract applied, from 0; absent: the tool as written. In outcomes only. */
  readonly refinement?: number;
  /** W3C trace context. */
  readonly traceparent?: string;
  /** Why the server itself is at fault (a contract violation of a handler); never sent to a caller. */
  readonly fault?: string;
}

export interface AuditSink {
  /** Resolves when the entry is durable. */
  append(entry: AuditEntry): Promise<void>;
  close(): Promise<void>;
}

/** What a policy or a requirement looks at. The input is the canonical copy. */
export interface Decision {
  readonly principal: Principal;
  readonly tool: ToolContract;
  readonly input: JsonObject;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Says whether one entry of `execution.requirements` is met. An error or a time-out means that it is not. */
export type RequirementResolver = (decision: Decision) => Promise<boolean> | boolean;

/** What a policy answers; a reason is shown to the caller. */
export type PolicyVerdict =
  | { readonly effect: "allow" }
  | { readonly effect: "deny"; readonly reason?: string };

/** A rule beside the contract. An error, a time-out or any other answer means deny. */
export type Policy = (decision: Decision) => Promise<PolicyVerdict> | PolicyVerdict;

/** Policies by what they govern: `"*"` every tool, `"emails"` a domain, `"emails.send_external"` one tool. */
export type Policies = Readonly<Record<string, Policy | readonly Policy[]>>;
