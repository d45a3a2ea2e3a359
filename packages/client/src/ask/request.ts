import type { JsonObject, JsonSchema, Plan, RiskLevel, SideEffect } from "@proviso/manifest";
import type { Claims } from "../tool/claims.ts";
import type { DefinitionChange } from "../pinning/compare-definitions.ts";
import type { Environment, Reason } from "../decide/policy.ts";

/** A section of a request as text. Lines hold no line breaks and nothing that could hide or imitate another line. */
export interface ViewSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The fields of every request to a person. */
interface AnyRequest {
  /** Unique; a person's answer counts only for the request with this id. */
  readonly id: string;
  /** When the request to a person expires (RFC 3339). Later answers do not count. */
  readonly expiresAt: string;
  /**
   * The whole request as text, in reading order: what the tool does, amounts and recipients, then the rest. A dialog may show the
   * lines unchanged: every argument and every value of the plan is one line, and none can imitate another.
   */
  readonly view: readonly ViewSection[];
}

/** A call that needs a person's approval: exactly what the person approves. */
export interface CallRequest extends AnyRequest {
  readonly kind: "call";
  readonly tool: string;
  readonly title: string;
  /** What the call does, in one sentence of the client's contract with the arguments quoted. Absent if there is no contract. */
  readonly summary?: string;
  readonly description: string;
  readonly riskLevel: RiskLevel | "unclassified";
  readonly env: Environment;
  /** The user whose rights the call uses, if the host says so. */
  readonly caller?: string;
  /** Every argument of the call that a person approves, as it will be sent. */
  readonly input: JsonObject;
  /** From the client's contract. Absent if there is none: assume the worst. */
  readonly effects?: readonly SideEffect[];
  /** The irreversible effects, each as a sentence. Absent if `effects` is. */
  readonly irreversible?: readonly string[];
  readonly plan?: Plan;
  /** The server's unverified claims, if no contract vouches for the tool or it differs from its contract. */
  readonly claims?: Claims;
  /** How the tool differs from its known definition. The server chose these texts. */
  readonly changes?: readonly DefinitionChange[];
  readonly reasons: readonly Reason[];
  /** The reasons as sentences for a person, in the same order. */
  readonly explanations: readonly string[];
  /** What the person has to type, for critical tools and destructive agents. */
  readonly phrase?: string;
}

/** Any other question of the server to the person. */
export interface QuestionRequest extends AnyRequest {
  readonly kind: "question";
  readonly message: string;
  readonly schema: JsonSchema;
  /** Present if the question claims to confirm a call, but no such call is running. */
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
 * Asks a person. It must not answer by itself: no default, no timer, no model. `signal` is aborted when the call is cancelled
 * or time runs out; the dialog should then close.
 */
export type Confirm = (request: ConfirmRequest, signal?: AbortSignal) => Promise<ConfirmAnswer>;
