/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema 2020-12 document. Self-contained: named types are under `$defs`. */
export type JsonSchema = JsonObject;

/** The five levels of the tool contract standard, least risk first. */
export const riskLevels = ["low", "medium", "high", "critical", "forbidden"] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Kinds of side effect. `unclassified` is what a bare string in `sideEffects` becomes: assumed the worst. */
export const effectKinds = [
  "creates",
  "updates",
  "deletes",
  "grants",
  "sends",
  "pays",
  "calls",
  "unclassified",
] as const;
export type EffectKind = (typeof effectKinds)[number];

/** A state change outside the return value. */
export interface SideEffect {
  readonly kind: EffectKind;
  readonly description: string;
  /** Whether the same system can undo it. */
  readonly reversible: boolean;
  /** Whether it reaches outside the system. */
  readonly external: boolean;
}

/** When a person must say yes. `condition` is CEL over `input`, `principal`, `env` and `now`. */
export type Confirmation =
  | { readonly kind: "never" }
  | { readonly kind: "always" }
  | { readonly kind: "when"; readonly condition: string };

/** When stronger or fresher authentication is needed; `maxAgeMs` is the greatest age of the last log-in, in milliseconds. */
export type StepUpAuth =
  | { readonly kind: "never"; readonly reason?: string }
  | { readonly kind: "always"; readonly maxAgeMs?: number; readonly acr?: string }
  | { readonly kind: "when"; readonly condition: string; readonly maxAgeMs?: number; readonly acr?: string };

/** The greatest age of a log-in where step-up is asked for and no more is said: five minutes. */
export const stepUpMaxAgeMs = 300_000;

/** `never`: not again. `after`: again after a wait. `sameKey`: again, but only under the same idempotency key. */
export type RetryAdvice = "never" | "after" | "sameKey";

/** One way in which a call can fail. The list of a contract is closed. */
export interface FailureMode {
  readonly code: string;
  readonly description: string;
  readonly retry: RetryAdvice;
  /** True when the compiler added it because another field of the contract makes it possible. */
  readonly implied: boolean;
}

/** What a repeated call means. `key` names input fields; without it only an explicit key makes calls the same. */
export interface Idempotency {
  readonly key: readonly string[];
  /** Milliseconds that an outcome is remembered. */
  readonly ttlMs: number;
  /** CEL over `input` and `now`: the outcome is remembered only while it is true. */
  readonly until?: string;
  readonly onRepeat?: string;
}

export interface DryRun {
  readonly mode: "supported" | "required";
  /** The tool's own part of a plan: an object schema. */
  readonly preview: JsonSchema;
}

/** The MCP tool annotations, derived from the contract and explicit, with `agencyHint` of SEP-1938. */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
  /** Only where the contract states it: seed 000 reads an absent hint as "no explicit claim". */
  readonly agencyHint?: boolean;
}

/** The three legs of the lethal trifecta. `sendsOut` is derived from the side effects. */
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

/** The kinds of content block in a result of MCP, by their `type`. */
export const contentKinds = ["text", "image", "audio", "resource", "resource_link"] as const;
export type ContentKind = (typeof contentKinds)[number];

/** Of which content blocks a tool's result consists. */
export interface ResultContent {
  /** In the order of `contentKinds`, at least one. */
  readonly kinds: readonly ContentKind[];
  /** What `mimeType` may be where a block has one: `image/png`, or `image/*` for all of a type. Absent: anything. */
  readonly mimeTypes?: readonly string[];
  /** The most bytes of all blocks together: text as UTF-8, data after base64 is decoded. */
  readonly maxBytes?: number;
}

/** An image that stands for a tool, as MCP has it. */
export interface Icon {
  /** An `http:` or `https:` address, or a `data:` one that holds an image. */
  readonly src: string;
  readonly mimeType?: string;
  /** Such as `48x48`, or `any`. */
  readonly sizes?: readonly string[];
  readonly theme?: "light" | "dark";
}

/** A complete, checked tool contract: nothing is left to guess, nothing refers outside itself. */
export interface ToolContract {
  /** `domain.verb`, unique. */
  readonly name: string;
  readonly domain: string;
  /** The name that is listed over MCP, where the author states one; see `wireName`. */
  readonly wireName?: string;
  readonly title: string;
  readonly icons?: readonly Icon[];
  readonly description: string;
  readonly category: string;
  readonly riskLevel: RiskLevel;
  /** Why the level is lower than its effects ask for, for reviewers. */
  readonly riskReason?: string;
  readonly autonomousExecution: boolean;
  readonly confirmation: Confirmation;
  readonly stepUpAuth: StepUpAuth;
  /** The arguments that the author declared; see `wireInputSchema` for what a client sees. */
  readonly inputSchema: JsonSchema;
  /** The result, or its `structuredContent` where there is a `result`. One of the two is always there. */
  readonly outputSchema?: JsonSchema;
  /** Where the result consists of content blocks. Without it, it is one object, and the text of that is its content. */
  readonly result?: ResultContent;
  readonly permissions: readonly string[];
  readonly sideEffects: readonly SideEffect[];
  readonly auditEvent: string;
  readonly failureModes: readonly FailureMode[];
  readonly hints: Hints;
  readonly requirements: readonly string[];
  readonly dataFlow: DataFlow;
  readonly metadata: JsonObject;
  /** What is listed in the tool's `_meta` beside our own keys. */
  readonly meta?: JsonObject;
  readonly examples: readonly Example[];
  readonly idempotency?: Idempotency;
  readonly dryRun?: DryRun;
  readonly rateLimit?: { readonly limit: number; readonly perMs: number };
  /** Milliseconds a handler may take. */
  readonly timeoutMs: number;
  readonly owner?: string;
  readonly deprecated?: { readonly reason: string; readonly successor?: string };
  /** What holds instead for some inputs; everything else here is the worst case. Absent when there are none. */
  readonly refinements?: readonly Refinement[];
  /** SHA-256, hex, of the canonical JSON of everything above, with implied failure modes by their codes (`compactContract`). */
  readonly hash: string;
}

/** The facts of a contract that depend on what a tool is asked to do, complete; see `effectiveContract`. */
export interface Refinement extends Pick<
  ToolContract,
  | "riskLevel"
  | "riskReason"
  | "autonomousExecution"
  | "confirmation"
  | "stepUpAuth"
  | "sideEffects"
  | "hints"
  | "dataFlow"
> {
  /** CEL over `input` alone, so that whatever is bound to an input is bound to what applies to it. */
  readonly when: string;
}

/** How a name is listed over MCP where the contract states none: `emails_send_external`, or `emails.send_external`. */
export type WireNames = "dotted" | "underscore";

/** What the compiler writes and both runtimes read. */
export interface Manifest {
  readonly format: 1;
  readonly product: string;
  readonly wireNames: WireNames;
  /** Permission name to what it allows. */
  readonly permissions: Readonly<Record<string, string>>;
  /** Sorted by name. Which tools it holds depends on the reader: agents' manifests have no forbidden tools. */
  readonly tools: readonly ToolContract[];
}
