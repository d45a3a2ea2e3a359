import type { Failure, JsonObject, Manifest, Plan, ToolContract } from "@proviso/manifest";
import type { Confirm, ConfirmRequest } from "./confirm.ts";
import type { Progress } from "./connection.ts";
import type { Drift } from "./pinning/drift.ts";
import type { Face } from "./pinning/face.ts";
import type { CallBudget } from "./policies/call-budget.ts";
import type { Decision, Environment, Policy } from "./policy.ts";
import type { RequirementStates } from "./requirements.ts";
import type { PlainResult } from "./result.ts";

/** An event of the feed that a host can show while tools run, agentic ones above all. */
/** `tool` is absent for a question of the server that is about no call. */
export type Activity = { readonly tool?: string } & (
  | { readonly kind: "decided"; readonly decision: Decision }
  | { readonly kind: "planned"; readonly plan: Plan }
  | { readonly kind: "asked"; readonly request: ConfirmRequest }
  | { readonly kind: "answered"; readonly approved: boolean }
  | { readonly kind: "called"; readonly dryRun: boolean }
  /** The same call again, under the same key; the first attempt is number 1. */
  | { readonly kind: "retried"; readonly dryRun: boolean; readonly attempt: number }
  | { readonly kind: "progress"; readonly progress: Progress; readonly follow: boolean }
  /** The call was sent, and this came of it. */
  | { readonly kind: "completed"; readonly result: PlainResult }
  /** The call was not sent. */
  | { readonly kind: "refused"; readonly failure: Failure }
);

/** A call to a tool that reaches outside the system, or might. */
export interface OpenWorldCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** Hex SHA-256 of the canonical input. */
  readonly fingerprint: string;
}

/** How tools have looked, by the name under which the server lists them. Plain JSON, for a host to keep. */
export type Pins = Readonly<Record<string, Face>>;

export interface RetryOptions {
  /** Attempts after the first one. Defaults to 3. */
  readonly retries?: number;
  /** Milliseconds before the second attempt, doubled for each one after. Defaults to 250. */
  readonly minDelayMs?: number;
  /** The longest wait, in milliseconds. Defaults to 5000. */
  readonly maxDelayMs?: number;
}

/** The host's behaviour, each a pure function. Without a contract nothing reliable is known of the tool. */
export interface Policies {
  /** Run, ask or refuse. Defaults to `decide`; combine several with `strictest`. */
  readonly decide: Policy;
  /** Whether a call that failed in passing is sent again. May only forbid what `retryIdempotent` allows. */
  readonly retry: (contract: ToolContract | undefined, dryRun: boolean) => boolean;
  /** Whether a call goes to `onOpenWorldCall`. Defaults to `logOpenWorld`. */
  readonly logApart: (contract: ToolContract | undefined, dryRun: boolean) => boolean;
  /** Whether the activity feed marks the progress of a tool to be shown in full. Defaults to `followAgents`. */
  readonly follow: (contract: ToolContract | undefined) => boolean;
}

export interface GuardOptions {
  readonly policies?: Partial<Policies>;
  /** Calls that the session may make, by risk. */
  readonly budget?: CallBudget;
  /** Asks a person. Without it, whatever needs a person is refused. */
  readonly confirm?: Confirm;
  /** Defaults to "live", so that forgetting it is the strict case. */
  readonly env?: Environment;
  /** What the host knows about `execution.requirements`, exactly as written. */
  readonly requirements?: RequirementStates;
  readonly retry?: RetryOptions;
  /** Receives every call to an open-world tool as it is sent. */
  readonly onOpenWorldCall?: (call: OpenWorldCall) => void;
  readonly onActivity?: (activity: Activity) => void;
  /** Told before the next call when a tool is not as it is known; once for each new face. */
  readonly onDrift?: (drift: readonly Drift[]) => void;
  /** `Drift.hash` of faces that a person has looked at: a loosened tool is blocked until then. */
  readonly acknowledged?: readonly string[];
  /** Hashes of contracts to rely on where a server shows them, as if the client had been built with them. */
  readonly trustedContracts?: readonly string[];
  /** What `inspect` gave in an earlier session. Without it, a tool is known by its first face in this one. */
  readonly pins?: Pins;
}

/** `manifest` pins the contracts: without it every tool of the server is unclassified. */
export interface CreateGuardOptions extends GuardOptions {
  readonly manifest?: Manifest;
}

export interface CallOptions {
  /** Calls under one key are one call. Defaults to what the contract's `idempotency` makes of the input. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Asks a person about this call, in place of the guard's own: where a framework has its own way to ask. */
  readonly confirm?: Confirm;
}

/** What a call would meet now. */
export interface Review extends Decision {
  /** The reasons as sentences for a person, in the same order. */
  readonly explanations: readonly string[];
  /** What the person would have to type, for critical tools. */
  readonly phrase?: string;
}
