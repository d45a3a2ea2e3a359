import type { Failure, JsonObject, Manifest, Plan, Progress } from "@proviso/manifest";
import type { Confirm, ConfirmRequest, ViewSection } from "../ask/request.ts";
import type { OnLink } from "../ask/offer-links.ts";
import type { Drift } from "../pinning/drift.ts";
import type { Pins } from "../pinning/tool-definition.ts";
import type { CallBudget } from "../decide/call-budget.ts";
import type { Decision, Environment, GuardPolicy } from "../decide/policy.ts";
import type { Subject } from "../tool/subject.ts";
import type { RequirementStates } from "../decide/requirements.ts";
import type { Session } from "../decide/session.ts";
import type { PlainResult } from "./result.ts";

/**
 * An event that a host can show while tools run, especially agentic ones. `tool` is absent for
 * events that are not about a call, such as a question of the server.
 */
export type Activity = { readonly tool?: string } &
  /** The host trusts this server's annotations. Reported with the first list. */
  (
    | { readonly kind: "trusting"; readonly tools: number }
    | { readonly kind: "decided"; readonly decision: Decision }
    | { readonly kind: "planned"; readonly plan: Plan }
    | { readonly kind: "asked"; readonly request: ConfirmRequest }
    | { readonly kind: "answered"; readonly approved: boolean }
    | { readonly kind: "called"; readonly dryRun: boolean }
    /** The call is sent again with the same key; the first attempt is number 1. */
    | { readonly kind: "retried"; readonly dryRun: boolean; readonly attempt: number }
    | { readonly kind: "progress"; readonly progress: Progress; readonly follow: boolean }
    /** The call was sent, with this result. */
    | { readonly kind: "completed"; readonly result: PlainResult }
    /** The call was not sent. */
    | { readonly kind: "refused"; readonly failure: Failure }
  );

/** A call to a tool that reaches outside the system, or might. */
export interface OpenWorldCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** Hex SHA-256 of the call's canonical input. */
  readonly fingerprint: string;
}

export interface RetryOptions {
  /** Attempts of a call after the first one. Defaults to 3. */
  readonly retries?: number;
  /** Milliseconds before the second attempt, doubled for each further one. Defaults to 250. */
  readonly minDelayMs?: number;
  /** The maximum wait before another attempt, in milliseconds. Defaults to 5000. */
  readonly maxDelayMs?: number;
}

/** The host's behaviour, as pure functions of the contract or the unverified tool. */
export interface GuardPolicies {
  /** Run, ask or refuse. Defaults to `decide`; combine several with `strictest`. */
  readonly decide: GuardPolicy;
  /** Whether to retry after a transient failure. Can only forbid what `retryIdempotent` allows. */
  readonly retry: (tool: Subject, dryRun: boolean) => boolean;
  /** Whether a call is reported to `onOpenWorldCall`. Defaults to `logOpenWorld`. */
  readonly logApart: (tool: Subject, dryRun: boolean) => boolean;
  /** Whether the activity feed marks a tool's progress to be shown. Defaults to `followAgents`. */
  readonly follow: (tool: Subject) => boolean;
}

export interface GuardOptions {
  readonly policies?: Partial<GuardPolicies>;
  /** Maximum number of calls in the session, by risk level. */
  readonly budget?: CallBudget;
  /** Shared with other guards of the same agent, such as that of its own functions. Defaults to a session of this guard alone. */
  readonly session?: Session;
  /** Asks a person. Without it, calls that need a person are refused. */
  readonly confirm?: Confirm;
  /**
   * Shows a person the link to a page that the server wants opened, such as that of an approval.
   * Without it, links are only mentioned in failures.
   */
  readonly onLink?: OnLink;
  /** Defaults to "live", the strict value. */
  readonly env?: Environment;
  /** The user whose rights the calls use, as shown to a person. */
  readonly caller?: string;
  /**
   * Trusts the annotations of tools without a contract (seed 004): destructive tools ask, others
   * run, reads and idempotent tools are retried. A changed definition is no longer trusted.
   */
  readonly trustAnnotations?: boolean;
  /** What the host knows about `execution.requirements`, exactly as written. */
  readonly requirements?: RequirementStates;
  readonly retry?: RetryOptions;
  /** Receives every call to an open-world tool as it is sent. */
  readonly onOpenWorldCall?: (call: OpenWorldCall) => void;
  readonly onActivity?: (activity: Activity) => void;
  /** Called before the next call of a tool that differs from its definition; once a definition. */
  readonly onDrift?: (drift: readonly Drift[]) => void;
  /** `Drift.hash` of acknowledged definitions; a loosened tool is blocked until then. */
  readonly acknowledged?: readonly string[];
  /** Hashes of contracts to trust if a server shows them, as if the client were built with them. */
  readonly trustedContracts?: readonly string[];
  /** The `pins` of `inspect` in an earlier session. Without it, this session's first list wins. */
  readonly pins?: Pins;
}

/** Without contracts, every tool of the server is unclassified. */
export interface CreateGuardOptions extends GuardOptions {
  /** The contracts that the server was built with. */
  readonly manifest?: Manifest;
  /** Contracts that only this client has, for a server without any: see `overlay`. */
  readonly contracts?: Manifest;
}

export interface CallOptions {
  /** Calls with one key are one call. Defaults to one by the contract's `idempotency` and input. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Asks a person about this call, for frameworks with their own approval. */
  readonly confirm?: Confirm;
}

/** What the guard would do with a call now. */
export interface Review extends Decision {
  /** The reasons as sentences for a person, in the same order. */
  readonly explanations: readonly string[];
  /** What a person would be shown, as lines; see `CallRequest.view`. Absent if not callable. */
  readonly view?: readonly ViewSection[];
  /** What the person would have to type, for critical tools and destructive agents. */
  readonly phrase?: string;
}
