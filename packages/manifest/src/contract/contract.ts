/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema 2020-12 document. Self-contained: named types are under `$defs`. */
export type JsonSchema = JsonObject;

/** The five levels of the tool contract standard, least risk first. */
export const riskLevels = ["low", "medium", "high", "critical", "forbidden"] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Kinds of side effect. A bare string in `sideEffects` becomes `unclassified`, which is treated as the worst. */
export const effectKinds = [
  "creates",
  "updates",
  "deletes",
  "grants",
  "sends",
  "pays",
  "refunds",
  "calls",
  "unclassified",
] as const;
export type EffectKind = (typeof effectKinds)[number];

/** A state change outside the return value. */
export interface SideEffect {
  readonly kind: EffectKind;
  readonly description: string;
  /** Whether the same system can undo the side effect. */
  readonly reversible: boolean;
  /** Whether the side effect reaches outside the system. */
  readonly external: boolean;
}

/** Where a person approves: in the caller's own client, in the inbox, or in either. */
export const approvalChannels = ["here", "inbox", "either"] as const;
export type ApprovalChannel = (typeof approvalChannels)[number];

/** Who approves: the person for whom the agent acts, or somebody else. */
export const approverKinds = ["self", "other"] as const;
export type ApproverKind = (typeof approverKinds)[number];

/** Who approves and where, as far as the author states it; see `approvalTerms`. A type alias, because it is JSON. */
export type ApprovalRules = {
  readonly by?: ApprovalChannel;
  readonly approver?: ApproverKind;
  /** How many different people have to approve. */
  readonly approvers?: number;
  /** The permission that an approver needs. */
  readonly from?: string;
  /** Arguments that an approver may narrow: a number towards zero, a list to some of its items. */
  readonly edit?: readonly string[];
  /** How many calls of one caller an approver may approve at once. */
  readonly together?: number;
};

/** When a person must approve. `condition` is CEL over `input`, `principal`, `env` and `now`. */
export type Confirmation =
  | { readonly kind: "never" }
  | ({ readonly kind: "always" } & ApprovalRules)
  | ({ readonly kind: "when"; readonly condition: string } & ApprovalRules);

/** When stronger or fresher authentication is needed; `maxAgeMs` is the maximum age of the last log-in, in milliseconds. */
export type StepUpAuth =
  | { readonly kind: "never"; readonly reason?: string }
  | { readonly kind: "always"; readonly maxAgeMs?: number; readonly acr?: string }
  | { readonly kind: "when"; readonly condition: string; readonly maxAgeMs?: number; readonly acr?: string };

/** `never`: no retry. `after`: retry after a wait. `sameKey`: retry only with the same idempotency key. */
export type RetryAdvice = "never" | "after" | "sameKey";

/** One way in which a call can fail. A contract's list is complete. */
export interface FailureMode {
  readonly code: string;
  readonly description: string;
  readonly retry: RetryAdvice;
  /** True if the compiler added it because of another field of the contract. */
  readonly implied: boolean;
}

/** What a repeated call means. `key` names input fields; without it, only an explicit key makes calls equal. */
export interface Idempotency {
  readonly key: readonly string[];
  /** Milliseconds for which the outcome of an idempotent call is stored. */
  readonly ttlMs: number;
  /** CEL over `input` and `now`: the stored outcome is used only while this is true. */
  readonly until?: string;
  readonly onRepeat?: string;
}

export interface DryRun {
  readonly mode: "supported" | "required";
  /** The tool's own part of a plan: an object schema. */
  readonly preview: JsonSchema;
}

/** The MCP tool annotations, derived from the contract and complete, with `agencyHint` of SEP-1938. */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
  /** Only if the contract states it: in seed 000 an absent hint is "no explicit claim". */
  readonly agencyHint?: boolean;
}

/** The three parts of the lethal trifecta. `sendsOut` is derived from the side effects. */
export interface DataFlow {
  readonly readsPrivate: boolean;
  readonly returnsUntrusted: boolean;
  readonly sendsOut: boolean;
}

export interface Example {
  readonly title?: string;
  readonly input: JsonObject;
  readonly output?: JsonObject;
}

/** The kinds of content block of an MCP result, by `type`. */
export const contentKinds = ["text", "image", "audio", "resource", "resource_link"] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The content blocks of a tool's result. */
export interface ResultContent {
  /** The kinds of content blocks in the order of `contentKinds`, at least one. */
  readonly kinds: readonly ContentKind[];
  /** Allowed `mimeType` of blocks: `image/png`, or `image/*` for a whole type. Absent: any. */
  readonly mimeTypes?: readonly string[];
  /** Maximum bytes of all blocks together: text as UTF-8, decoded base64 data. */
  readonly maxBytes?: number;
}

/** An icon of a tool, as in MCP. */
export interface Icon {
  /** An `http:` or `https:` address, or a `data:` URL with an image. */
  readonly src: string;
  readonly mimeType?: string;
  /** Sizes of the icon, such as `48x48`, or `any`. */
  readonly sizes?: readonly string[];
  readonly theme?: "light" | "dark";
}

/** How much calls may add up to in a time; see `budgetAmount`. */
export interface Budget {
  /** The argument that is added up, as `input.amount.cents`. */
  readonly of: string;
  /** The argument that says its unit: each one is counted alone. */
  readonly unit?: string;
  readonly per: "principal" | "tenant" | "tool";
  readonly limit: number;
  readonly everyMs: number;
}

/** Calls of a high tool that run without a person; see `exceptedAmount`. */
export interface Exception {
  /** The most that one call may count. */
  readonly upTo: number;
  /** The unit of the amount, if the budget has one. */
  readonly unit?: string;
  /** What all of them may add up to: a count of its own. */
  readonly budget: Budget;
  readonly reason: string;
  readonly reviewer: string;
  /** The last day in UTC, `2027-01-31`. */
  readonly expires: string;
}

/** A step of a handler; `remind_*` stands for any number of them. See `stepGroups`. */
export interface NamedStep {
  readonly name: string;
  readonly does: string;
}

/** A complete, checked tool contract, without external references. */
export interface ToolContract {
  /** `domain.verb`, unique. */
  readonly name: string;
  readonly domain: string;
  /** The name listed over MCP, if the author states one; see `wireName`. */
  readonly wireName?: string;
  /** Set if types that its schemas use more than once are listed once, under `$defs`; see `wireSchema`. */
  readonly wireRefs?: "keep";
  readonly title: string;
  readonly icons?: readonly Icon[];
  readonly description: string;
  /** What a call does, in one sentence with arguments in braces; see `callSentence`. */
  readonly summary?: string;
  readonly category: string;
  readonly riskLevel: RiskLevel;
  /** Why the level is lower than the effects suggest, for reviewers. */
  readonly riskReason?: string;
  /** Set on a forbidden tool that people may call themselves, in the product. Agents may not, whoever they act for. */
  readonly people?: "allowed";
  readonly autonomousExecution: boolean;
  readonly confirmation: Confirmation;
  readonly stepUpAuth: StepUpAuth;
  /** The arguments that the author declared; for the listed schema see `wireInputSchema`. */
  readonly inputSchema: JsonSchema;
  /** The result, or its `structuredContent` if there is a `result`. One of the two is present. */
  readonly outputSchema?: JsonSchema;
  /** Set if the result consists of content blocks. Otherwise it is one object, and its content is that object as text. */
  readonly result?: ResultContent;
  readonly permissions: readonly string[];
  readonly sideEffects: readonly SideEffect[];
  readonly auditEvent: string;
  readonly failureModes: readonly FailureMode[];
  readonly hints: Hints;
  readonly requirements: readonly string[];
  readonly dataFlow: DataFlow;
  readonly metadata: JsonObject;
  /** The tool's `_meta` in addition to our own keys. */
  readonly meta?: JsonObject;
  readonly examples: readonly Example[];
  readonly idempotency?: Idempotency;
  /** The tool that finds out what became of a call of this one, where its outcome is unknown. */
  readonly reconcile?: string;
  /** The steps that its handler may take, in their order. Absent: it may take any. */
  readonly steps?: readonly NamedStep[];
  /** The tool that undoes steps of this one. */
  readonly compensate?: string;
  readonly dryRun?: DryRun;
  readonly rateLimit?: { readonly limit: number; readonly perMs: number };
  readonly budget?: Budget;
  readonly exception?: Exception;
  /** Milliseconds that a handler may take. */
  readonly timeoutMs: number;
  readonly owner?: string;
  readonly deprecated?: { readonly reason: string; readonly successor?: string };
  /** The contract's refinements: milder rules for some inputs. Absent if there are none. */
  readonly refinements?: readonly Refinement[];
  /** SHA-256, hex, of everything above, with implied failure modes by their codes; see `contractParts`. */
  readonly hash: string;
}

/** The fields of a contract that depend on the input. */
export const refinedFields = [
  "riskLevel",
  "autonomousExecution",
  "confirmation",
  "stepUpAuth",
  "sideEffects",
  "hints",
  "dataFlow",
  "riskReason",
] as const;
export type RefinedField = (typeof refinedFields)[number];

/** Stands for the rest of a contract of which only the facts are known; see `contractParts`. */
export const emptyRest = { examples: [], auditEvent: "", category: "unclassified", metadata: {} } as const;
export const optionalRestFields = [
  "riskReason",
  "owner",
  "rateLimit",
  "budget",
  "reconcile",
  "steps",
  "compensate",
  "summary",
] as const;

/** Conditions of the gate: each is `never`, `always` or `when` a CEL condition over the call holds. */
export const gateFields = ["confirmation", "stepUpAuth"] as const;
export type GateField = (typeof gateFields)[number];

/** The fields of a contract that depend on the input, complete; see `effectiveContract`. */
export interface Refinement extends Pick<ToolContract, RefinedField> {
  /** CEL over `input` alone, so that an approval of an input covers the rules that apply to it. */
  readonly when: string;
}

/** How names are listed over MCP if the contract states none: `emails_send_external` or `emails.send_external`. */
export type WireNames = "dotted" | "underscore";

/** The output of the compiler, which both runtimes read. */
export interface Manifest {
  readonly format: 1;
  readonly product: string;
  readonly wireNames: WireNames;
  /** The permissions of the contracts, from name to description. */
  readonly permissions: Readonly<Record<string, string>>;
  /** The contracts, sorted by name. Manifests for agents contain no forbidden tools. */
  readonly tools: readonly ToolContract[];
}
