import type { JsonObject, RiskLevel, ToolContract } from "@proviso/manifest";
import type { CallTerms, LogIn, Reviewer, WantedLogIn } from "@proviso/server/extension";
import type { ApproverRules, Asker, Decider, Objection } from "./approval.ts";

/** A total over calls: of the number at a path of the input, such as `amount.cents`. */
export interface MandateTotal {
  readonly of: string;
  readonly limit: number;
}

/** Why a standing approval does not count now. */
export type MandateState =
  | "active"
  | "used_up"
  | "expired"
  | "revoked"
  | "replaced"
  | "contract_changed"
  | "paused"
  | "clock_set_back";

/** What a person grants. */
export interface MandateTerms {
  readonly tool: string;
  /** The caller for whom it counts. */
  readonly caller: Asker;
  /** CEL over the call, as in a contract. A call for which it is false, or cannot be evaluated, is asked about. */
  readonly when: string;
  /** How many calls. */
  readonly count: number;
  readonly total?: MandateTotal;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** Of the contract that the person was shown. */
  readonly contractHash: string;
}

/**
 * A standing approval: a person's yes, given beforehand, to a bounded class of calls of one caller and one tool under one contract.
 * Plain data: `mandateState` says whether it counts.
 */
export interface Mandate extends MandateTerms {
  readonly id: string;
  readonly product: string;
  readonly env: string;
  /** The caller's identity: `identityOf`. */
  readonly principal: CallTerms["principal"];
  readonly title: string;
  readonly riskLevel: RiskLevel;
  /** Who has granted it, what they held then, and where. */
  readonly by: Decider;
  readonly permissions: readonly string[];
  readonly logIn?: LogIn;
  readonly via: string;
  /** Milliseconds since the epoch. */
  readonly grantedAt: number;
  /** Who could approve such calls when it was granted. */
  readonly rules: ApproverRules;
  /** The contract that the person was shown. */
  readonly contract: ToolContract;
  /** The number of the last pause when it was granted. A later pause that stops the tool suspends it. */
  readonly pauses: number;
  /** Calls that have used it, whatever became of them, and the sum of their amounts. */
  readonly used: number;
  readonly spent: number;
  /** Milliseconds since the epoch. */
  readonly lastUseAt?: number;
  readonly ended?: {
    readonly why: "revoked" | "replaced" | "expired";
    readonly at: number;
    readonly by?: Decider;
    /** What whoever ended it has entered. */
    readonly reason?: string;
  };
  /** The one in whose place it was granted. */
  readonly replaces?: string;
}

/** A standing approval as one reviewer sees it. */
export interface ReviewedMandate extends Mandate {
  readonly state: MandateState;
  readonly objection?: Objection;
}

/** What to begin a grant with. */
export interface MandateStart {
  readonly tool: ToolContract;
  readonly terms: MandateTerms;
  /** The standing approval to narrow, or to grant again after a change. */
  readonly old?: ReviewedMandate;
  /** The waiting call, and its arguments. */
  readonly approval?: string;
  readonly input?: JsonObject;
  /** The log-in that a grant for this tool needs. */
  readonly logIn?: WantedLogIn;
  /** Set if the log-in of the reviewer is none such. */
  readonly lacksLogIn?: true;
}

/** Calls of the trail and of the contract, by what the terms would say of them. */
export interface MandateExamples {
  readonly allowed: readonly JsonObject[];
  readonly asked: readonly JsonObject[];
  /** The bank accounts of the first allowed call, by path, that the condition leaves open. */
  readonly freeAccounts: readonly string[];
  /** The arguments of the first allowed call, by path, that could be anything, as far as trials show. */
  readonly open: readonly string[];
}

export type MandateResult =
  | { readonly ok: true; readonly mandate: Mandate }
  | { readonly ok: false; readonly message: string };

export interface GrantOptions {
  readonly via?: string;
  /** Hard to guess, from `newId`: an offer is granted once. */
  readonly id?: string;
  /** The standing approval that ends with this grant. The terms must be within it; `when` is added to its condition. */
  readonly replaces?: string;
}

/** What people do with standing approvals. No caller of a tool gets to it. */
export interface MandateDesk {
  /** Those that the reviewer may see, newest first. */
  list(reviewer: Reviewer): Promise<readonly ReviewedMandate[]>;
  get(id: string, reviewer: Reviewer): Promise<ReviewedMandate | undefined>;
  /** Tools for whose calls the reviewer may begin a grant. */
  tools(reviewer: Reviewer): Promise<readonly ToolContract[]>;
  /** Undefined if there is no such tool, waiting call or standing approval for this reviewer, or contracts are not known here. */
  start(
    from: { readonly tool: string } | { readonly approval: string } | { readonly mandate: string },
    reviewer: Reviewer,
  ): Promise<MandateStart | undefined>;
  /** Says why the terms cannot be granted by this reviewer; undefined if they can. */
  problem(terms: MandateTerms, reviewer: Reviewer, replaces?: string): Promise<string | undefined>;
  examples(terms: MandateTerms, start: MandateStart): Promise<MandateExamples>;
  newId(terms: MandateTerms): string;
  grant(terms: MandateTerms, reviewer: Reviewer, options?: GrantOptions): Promise<MandateResult>;
  /** Ends it, in every process. Whoever may deny such calls may. */
  revoke(
    id: string,
    reviewer: Reviewer,
    options?: { readonly via?: string; readonly reason?: string },
  ): Promise<MandateResult>;
}
