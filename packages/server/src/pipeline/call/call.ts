import type { JsonObject, Plan } from "@proviso/manifest";
import type { InvokeOptions, Outcome, Principal, Refusal } from "../../api/outcome.ts";
import type { PreparedTool } from "../../tools/prepare-tool.ts";

/** What happened to a call, for the audit stage: the only part of a call that changes. */
export interface CallHistory {
  /** True from the moment the handler's `execute` was entered. */
  executed: boolean;
  replayed: boolean;
  /** Which of the contract's refinements applies, from 0. */
  refinement?: number;
  /** Hex SHA-256 of the nonce of the question to a person that was asked, or answered. */
  request?: string;
  /** Why the server itself is at fault; never sent to a caller. */
  fault?: string;
  /** What the handler came to after its call had been answered. Never rejects. */
  late?: Promise<Outcome>;
}

/** The canonical copy of an input (RFC 8785), taken once, with the reserved `dryRun` apart. */
export interface CanonicalInput {
  readonly value: JsonObject;
  /** Hex SHA-256 of `value`. */
  readonly fingerprint: string;
  /** Of the whole canonical text, in UTF-8. */
  readonly bytes: number;
  readonly dryRun: unknown;
}

/** A call as it comes in. `found` is absent for a tool that is unknown, forbidden or hidden from this principal. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly options: InvokeOptions;
  readonly history: CallHistory;
  readonly found?: PreparedTool;
  /** Absent if the input is no JSON object, or too big. */
  readonly canonical?: CanonicalInput;
}

export interface AdmittedCall extends Call {
  readonly tool: PreparedTool;
}

export interface ValidCall extends AdmittedCall {
  readonly input: JsonObject;
  readonly fingerprint: string;
  readonly dryRun: boolean;
}

/**
 * The last thing before a handler acts: what can be done only once (using up an approval, marking an idempotency key
 * as started) is done here, so that a refusal by a later stage costs nothing. An outcome refuses.
 */
export type FinalCheck = () => Promise<Outcome | undefined>;

export interface AuthorizedCall extends ValidCall {
  readonly principal: Principal;
  /**
   * Run in reverse, so that what was established first is spent last: an approval that was used already costs no execution
   * of the rate limit and marks no key as started.
   */
  readonly finalChecks: readonly FinalCheck[];
  /** Why the call itself would be refused now: a dry run is told, where a call is refused. */
  readonly objections?: readonly Refusal[];
  /** Whether a repetition of this call would be told its outcome. */
  readonly isKeyed?: boolean;
}

export interface PlannedCall extends AuthorizedCall {
  /** Undefined for a tool without a dry run. */
  readonly planned: { readonly plan: Plan; readonly hash: string } | undefined;
}

/** The same call with one more reason for which it would be refused. */
export function objectTo(call: AuthorizedCall, refusal: Refusal): AuthorizedCall {
  return { ...call, objections: [...(call.objections ?? []), refusal] };
}
