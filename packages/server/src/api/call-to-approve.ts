import type { ApprovalTerms, JsonObject, RiskLevel, SideEffect, ToolContract } from "@proviso/manifest";
import type { SafetyLabel } from "@proviso/manifest/label";
import type { CallSentence } from "@proviso/manifest/question";
import type { Principal } from "./principal.ts";

/** How recent and how strong a log-in a call needs. */
export interface WantedLogIn {
  /** Authentication context class, exactly. */
  readonly acr?: string;
  readonly maxAgeMs?: number;
}

/** When and how a person has logged in, as in OpenID Connect. */
export interface LogIn {
  /** In seconds since the epoch. */
  readonly authTime?: number;
  readonly acr?: string;
}

/** A product in an environment. What one of them keeps in a store is never another's. */
export interface Realm {
  readonly product: string;
  /** `env` of the server. */
  readonly env: string;
}

/** The call that is approved. A grant for one call is none for any other. */
export interface CallTerms extends Realm {
  readonly tool: string;
  /** The caller's identity: `identityOf`. */
  readonly principal: string;
  /** Hex SHA-256 of the canonical input. */
  readonly fingerprint: string;
  readonly contractHash: string;
  readonly planHash: string | null;
}

/** What a person sees. */
export interface ShownCall {
  readonly title: string;
  /** What the call does, from its contract and `input` alone. */
  readonly sentence: CallSentence;
  readonly description: string;
  readonly riskLevel: RiskLevel;
  readonly sideEffects: readonly SideEffect[];
  /** Plain text with every argument, in which invisible characters are escaped. */
  readonly message: string;
  readonly input: JsonObject;
  readonly plan?: JsonObject;
  /** What remained of the tool's budget when the person was asked, in a sentence. */
  readonly allowance?: string;
  readonly owner?: string;
  /** Of the branch of the contract that applies to the call. */
  readonly label: SafetyLabel;
  /** What an approver has to type, for critical tools. */
  readonly phrase?: string;
  /** Whether arguments are sensitive: they are shown on a page of this product alone. */
  readonly isSecret?: boolean;
}

/** A call that needs a person. */
export interface CallToApprove {
  readonly callId: string;
  readonly terms: Omit<CallTerms, keyof Realm>;
  readonly contract: ToolContract;
  readonly rules: ApprovalTerms;
  readonly principal: Principal;
  /** The connection over which it came: `mcp`, or `in process`. */
  readonly channel: string;
  /** What the client says that it is: name and version. Nobody has verified it. */
  readonly client?: string;
  /** Fingerprint of the arguments that the caller sent, if an approver has changed them. */
  readonly asked?: string;
  /** The log-in that the call needs. */
  readonly logIn?: WantedLogIn;
  /** What a person is shown who has until `expiresAt`; undefined if it is too much to show. */
  readonly shown: (realm: Realm, expiresAt: Date) => ShownCall | undefined;
}
