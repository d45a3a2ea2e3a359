import type { JsonObject, Plan } from "@proviso/manifest";
import type { NarrowedCall, WantedLogIn } from "../../api/approvals.ts";
import type { CallSet } from "../../api/program-call.ts";
import type { InvokeOptions, Outcome, Principal, Refusal } from "../../api/outcome.ts";
import type { PreparedTool } from "../../tools/prepare-tool.ts";

/** The work of a keyed call whose handler is made of steps: it begins with one call, and equal ones continue it. Mutable, as the history. */
export interface Work {
  /** Hex. */
  id: string;
  /** Milliseconds since the epoch. Afterwards the work is not continued. */
  until: number;
  /** The calls before this one. */
  calls: string[];
  /** Each renews a key of the call; false if another process holds it. */
  readonly holds: (() => Promise<boolean>)[];
}

/** What happened to a call, for the audit stage. */
export interface CallHistory {
  /** True from the moment the handler's `execute` was entered. */
  executed: boolean;
  replayed: boolean;
  /** The tool that reported the outcome of the call. */
  reconciled?: string;
  /** Index of the refinement that applies. */
  refinement?: number;
  /** Hex SHA-256 of the nonce of the question to a person. */
  request?: string;
  /** How many steps have acted, or may have. */
  acted?: number;
  /** The names of the steps that have ended in this process. */
  done?: string[];
  /** Why nobody knows how to go on with the steps. */
  doubt?: string;
  /** How many events of its own the call has recorded. */
  events?: number;
  /** The call whose steps this one continues. */
  continues?: string;
  /** An error of the server; never sent to a caller. */
  fault?: string;
  /** How many records of the call were made, and how many lost. Absent: they have no numbers. */
  records?: { made: number; lost: number };
  /** Set while the amount of a call is returned in the background, because the store failed. Never rejects. */
  returning?: Promise<void>;
  /** True once what the calls held that this one replaces is returned. */
  hasReturned?: true;
  /** The outcome of a handler that ended after its call was answered. Never rejects. */
  late?: Promise<Outcome>;
}

/** The canonical copy of an input (RFC 8785), taken once, with the reserved `dryRun` separate. */
export interface CanonicalInput {
  readonly value: JsonObject;
  /** Hex SHA-256 of `value`. */
  readonly fingerprint: string;
  /** Size of the whole canonical text, in UTF-8. */
  readonly bytes: number;
  readonly dryRun: unknown;
}

/** A call as it arrives. `found` is absent if the tool is unknown, forbidden or hidden. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly options: InvokeOptions;
  readonly history: CallHistory;
  readonly found?: PreparedTool;
  /** Absent if the input is not a JSON object or exceeds the limits. */
  readonly canonical?: CanonicalInput;
}

export interface AdmittedCall extends Call {
  readonly tool: PreparedTool;
  /** Set if an approver has narrowed the call: all later stages see the narrowed arguments. */
  readonly edited?: Omit<NarrowedCall, "input">;
}

export interface ValidCall extends AdmittedCall {
  readonly input: JsonObject;
  readonly fingerprint: string;
  readonly dryRun: boolean;
}

/**
 * A step that can happen once: using up an approval, starting an idempotency key. It runs just
 * before the handler: later stages that refuse use up nothing. It refuses by an outcome.
 */
export type FinalCheck = () => Promise<Outcome | undefined>;

export interface AuthorizedCall extends ValidCall {
  readonly principal: Principal;
  /**
   * Run in reverse order of the stages: an approval that was already used then costs no execution
   * of the rate limit and marks no key as started.
   */
  readonly finalChecks: readonly FinalCheck[];
  /** Why the call would be refused now. A dry run reports these instead of being refused. */
  readonly objections?: readonly Refusal[];
  /** Earlier calls with its key whose processes died before their handlers began. */
  readonly replaces?: readonly string[];
  /** What remains of the tool's budget, for the person who is asked. */
  readonly allowance?: string;
  /** Whether a repeated call would get the stored outcome. */
  readonly isKeyed?: boolean;
  readonly work?: Work;
}

export interface PlannedCall extends AuthorizedCall {
  /** Undefined for a tool without a dry run. */
  readonly planned: { readonly plan: Plan; readonly hash: string } | undefined;
  /** The calls that are approved with this one. */
  readonly set?: CallSet;
  /** The log-in that the call needs. */
  readonly logIn?: WantedLogIn;
  /** True if the caller's token lacks the log-in: the person must log in again in the inbox. */
  readonly lacksLogIn?: true;
}

/** Adds a reason for which the call would be refused. */
export function objectTo(call: AuthorizedCall, refusal: Refusal): AuthorizedCall {
  return { ...call, objections: [...(call.objections ?? []), refusal] };
}
