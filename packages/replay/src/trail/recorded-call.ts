import { impliedFailureCodes, type JsonObject } from "@proviso/manifest";
import type { CallerFacts } from "@proviso/server/gate";

/**
 * What a server decides about a call. `ran`: it ran and no person was asked. `asked`: a person was asked, whatever the answer.
 * `repeated`: it returned the stored outcome of an earlier call. A tool that is unknown to the caller is `refused`.
 */
export interface Decision {
  readonly kind: "ran" | "asked" | "refused" | "repeated" | "planned";
  /** In `refused`: the failure code, or `unknown_tool`. */
  readonly code?: string;
}

export const unknownTool: Decision = { kind: "refused", code: "unknown_tool" };

/** Why a call cannot be judged. The words are part of the report. */
export const doubts = {
  unfinished: "no outcome is on record",
  continued: "it was decided with the earlier call whose steps it continued",
  server: "the server refused it for a reason that no contract states",
  record: "its records contradict each other",
  arguments: "its arguments are not on record",
  secret: "an argument that decides was secret",
  caller: "the permissions or the log-in of its caller are not on record",
  key: "its idempotency key is not on record",
  policy: "a policy of the host was not asked then, and would be now",
  requirement: "whether a requirement is met is not on record",
  visibility: "whether the host shows the tool to this caller is not on record",
  plan: "its dry run depends on the handler",
  approver: "somebody else would be asked, or elsewhere, or the contract of then is not known",
  state: "it depends on an earlier call that would have been decided otherwise",
} as const;
export type Doubt = keyof typeof doubts;

/** A call as the trail tells it. A question to a person and the call with the answer are one. Times: milliseconds since 1970. */
export interface RecordedCall {
  readonly id: string;
  readonly tool: string;
  readonly at: number;
  /** Its place in the trail, as the trail is read. */
  readonly order: number;
  /** When it was called with the answer; `at` if nobody was asked. */
  readonly answeredAt: number;
  readonly endedAt: number;
  readonly principal?: { readonly id: string; readonly tenant?: string; readonly kind?: "agent" | "user" };
  /** Absent if the record of these facts is not in the part of the trail that is read. */
  readonly caller?: CallerFacts;
  /** Set if the caller's authentication had expired: when, in seconds since 1970. */
  readonly expiresAt?: number;
  readonly input?: JsonObject;
  /** Whether nothing is left out of `input`. */
  readonly isWhole: boolean;
  readonly contractHash?: string;
  /** Stands for the caller's own idempotency key. */
  readonly key?: string;
  readonly isDryRun: boolean;
  /** Whether the host has policies for the tool. Undefined if the trail does not say it. */
  readonly hasPolicies?: boolean;
  readonly was: Decision;
  /** Whether a person said yes. */
  readonly isApproved: boolean;
  /** The arguments to which an approver has narrowed the call. */
  readonly narrowed?: JsonObject;
  /** How the handler ended, if it ran: `completed`, or the failure code. */
  readonly ended?: string;
  /** Set if the records of the call leave it undecidable. */
  readonly doubt?: Doubt;
}

/** A pause that began or ended. */
export interface RecordedPause {
  readonly at: number;
  readonly order: number;
  readonly scope: string;
  readonly isPaused: boolean;
}

export const asksPerson: ReadonlySet<string> = new Set([
  "confirmation_required",
  "confirmation_declined",
  "confirmation_unanswered",
  "approval_pending",
]);

const implied: ReadonlySet<string> = new Set(impliedFailureCodes);

/** Whether a handler, not the server, gave this failure code. */
export function isOfHandler(code: string): boolean {
  return !implied.has(code);
}
