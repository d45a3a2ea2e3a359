import type { JsonObject, JsonSchema, Plan, RiskLevel, SideEffect } from "@proviso/manifest";
import type { Claims } from "../tool/claims.ts";
import type { Change } from "../pinning/compare-definitions.ts";
import type { Environment, Reason } from "../decide/policy.ts";

/** A part of a request as text for a person. Lines hold no line break and nothing that could hide or forge another line. */
export interface ViewSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What every request has. */
interface AnyRequest {
  /** Of this request alone; an answer counts only for the request whose id it bears. */
  readonly id: string;
  /** RFC 3339: an answer after this time does not count. */
  readonly expiresAt: string;
  /**
   * The whole request as text, in the order in which a person needs it, what is approved last. A dialog may show these
   * lines as they are: every argument and every value of the plan is one line, and no value can look like another.
   */
  readonly view: readonly ViewSection[];
}

/** A call that waits for a person: everything that they approve, and nothing else. */
export interface CallRequest extends AnyRequest {
  readonly kind: "call";
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly riskLevel: RiskLevel | "unclassified";
  readonly env: Environment;
  /** Whose rights the call uses, where the host says so. */
  readonly caller?: string;
  /** Every argument, as it will be sent. */
  readonly input: JsonObject;
  /** By the contract of this client. Absent when it has none: assume the worst. */
  readonly effects?: readonly SideEffect[];
  /** Those of the effects that cannot be undone, each as a sentence. Absent with `effects`. */
  readonly irreversible?: readonly string[];
  readonly plan?: Plan;
  /** What the server says of a tool that no contract vouches for, or that differs from its contract. Unverified. */
  readonly claims?: Claims;
  /** How the tool differs from what is known of it, where it does. The server chose these words. */
  readonly changes?: readonly Change[];
  readonly reasons: readonly Reason[];
  /** The reasons as sentences for a person, in the same order. */
  readonly explanations: readonly string[];
  /** What the person has to type, for critical tools and destructive agents. */
  readonly phrase?: string;
}

/** Any other question of the server. */
export interface QuestionRequest extends AnyRequest {
  readonly kind: "question";
  readonly message: string;
  readonly schema: JsonSchema;
  /** Present when the question claims to confirm a call, but no such call is under way. */
  readonly warning?: string;
}

export type ConfirmRequest = CallRequest | QuestionRequest;

/** Made by `answeredByPerson`. `phrase` answers a call that has one, `content` a question. */
export type ConfirmAnswer =
  | { readonly approved: false }
  | {
      readonly approved: true;
      /** The id of the request that the person saw. Plain JSON, so that it may come from another program. */
      readonly requestId: string;
      readonly phrase?: string;
      readonly content?: JsonObject;
    };

/**
 * Asks a person. Must not answer by itself: no default, no timer, no model. When the call is cancelled or the time is over,
 * `signal` says so, and nobody waits for the answer any more: the dialog should go.
 */
export type Confirm = (request: ConfirmRequest, signal?: AbortSignal) => Promise<ConfirmAnswer>;
