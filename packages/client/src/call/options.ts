import type { Failure, JsonObject, Manifest, Plan } from "@proviso/manifest";
import type { Confirm, ConfirmRequest, ViewSection } from "../ask/request.ts";
import type { Progress } from "../connection/connection.ts";
import type { Drift } from "../pinning/drift.ts";
import type { Pins } from "../pinning/tool-definition.ts";
import type { CallBudget } from "../decide/call-budget.ts";
import type { Decision, Environment, Policy } from "../decide/policy.ts";
import type { Subject } from "../tool/subject.ts";
import type { RequirementStates } from "../decide/requirements.ts";
import type { PlainResult } from "./result.ts";

/**
 * An event of the feed that a host can show while tools run, agentic ones above all. `tool` is absent for what is about no call:
 * a question of the server, or the trust in its annotations.
 */
export type Activity = { readonly tool?: string } &
  /** The host relies on this server's annotations: told at the first look, with how many of its tools that concerns. */
  (
    | { readonly kind: "trusting"; readonly tools: number }
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

export interface RetryOptions {
  /** Attempts after the first one. Defaults to 3. */
  readonly retries?: number;
  /** Milliseconds before the second attempt, doubled for each one after. Defaults to 250. */
  readonly minDelayMs?: number;
  /** The longest wait, in milliseconds. Defaults to 5000. */
  readonly maxDelayMs?: number;
}

/** The host's behaviour, each a pure function of the contract, or of what there is instead of one. */
export interface Policies {
  /** Run, ask or refuse. Defaults to `decide`; combine several with `strictest`. */
  readonly decide: Policy;
  /** Whether a call that failed in passing is sent again. May only forbid what `retryIdempotent` allows. */
  readonly retry: (tool: Subject, dryRun: boolean) => boolean;
  /** Whether a call goes to `onOpenWorldCall`. Defaults to `logOpenWorld`. */
  readonly logApart: (tool: Subject, dryRun: boolean) => boolean;
  /** Whether the activity feed marks the progress of a tool to be shown in full. Defaults to `followAgents`. */
  readonly follow: (tool: Subject) => boolean;
}

export interface GuardOptions {
  readonly policies?: Partial<Policies>;
  /** Calls that the session may make, by risk. */
  readonly budget?: CallBudget;
  /** Asks a person. Without it, whatever needs a person is refused. */
  readonly confirm?: Confirm;
  /** Defaults to "live", so that forgetting it is the strict case. */
  readonly env?: Environment;
  /** Whose rights the calls use, as a person who is asked knows them. */
  readonly caller?: string;
  /**
   * Relies on what this server says of tools without a contract (seed 004): reads run, what destroys asks, in "live" whatever
   * changes something asks, reads and idempotent tools are retried. A tool that turns into something else is not relied on.
   */
  readonly trustAnnotations?: boolean;
  /** What the host knows about `execution.requirements`, exactly as written. */
  readonly requirements?: RequirementStates;
  readonly retry?: RetryOptions;
  /** Receives every call to an open-world tool as it is sent. */
  readonly onOpenWorldCall?: (call: OpenWorldCall) => void;
  readonly onActivity?: (activity: Activity) => void;
  /** Told before the next call when a tool is not as it is known; once for each new definition. */
  readonly onDrift?: (drift: readonly Drift[]) => void;
  /** `Drift.hash` of definitions that a person has looked at: a loosened tool is blocked until then. */
  readonly acknowledged?: readonly string[];
  /** Hashes of contracts to rely on where a server shows them, as if the client had been built with them. */
  readonly trustedContracts?: readonly string[];
  /** What `inspect` gave in an earlier session. Without it, a tool is known by its first definition in this one. */
  readonly pins?: Pins;
}

/** Without contracts, every tool of the server is unclassified. */
export interface CreateGuardOptions extends GuardOptions {
  /** The contracts that the server was built with. */
  readonly manifest?: Manifest;
  /** Contracts that only this client holds, for a server that knows nothing of them: see `overlay`. */
  readonly contracts?: Manifest;
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
  /** What a person would be shown, as lines of text; see `CallRequest.view`. Absent where nothing could be called. */
  readonly view?: readonly ViewSection[];
  /** What the person would have to type, for critical tools and destructive agents. */
  readonly phrase?: string;
}
