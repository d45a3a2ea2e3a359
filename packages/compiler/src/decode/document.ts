import type {
  ApprovalChannel,
  ApproverKind,
  Budget,
  EffectKind,
  JsonObject,
  ResultContent,
  RetryAdvice,
  RiskLevel,
} from "@proviso/manifest";
import type { Span } from "../report/source.ts";
import type { MapNode, SyntaxNode } from "../syntax/syntax-tree.ts";
import type { WrittenText } from "../syntax/written-text.ts";

/** A value and the span of its text. */
export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}

/** An entry of a map whose keys are names that the author chose. */
export interface Named<T> {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: T;
}

/** The correct fields of a map. `whole` is false if a field was wrong, which has been reported. */
export interface Decoded<T> {
  readonly fields: Partial<T>;
  readonly keys: Readonly<Record<string, Span>>;
  readonly whole: boolean;
  readonly span: Span;
}

/** A contract file as written: fields are checked, names are not looked up, defaults are not filled in. */
export interface FileFields {
  readonly proviso: Located<number>;
  readonly domain: Located<string>;
  readonly description: Located<string>;
  readonly use?: readonly Located<string>[];
  readonly types?: readonly Named<SyntaxNode>[];
  readonly permissions?: readonly Named<Located<string>>[];
  readonly failureModes?: readonly Named<Decoded<FailureModeFields>>[];
  readonly effects?: readonly Named<Located<WrittenEffect>>[];
  readonly tools: readonly Named<Decoded<ToolFields>>[];
}

export interface FailureModeFields {
  readonly description: Located<string>;
  readonly retry?: Located<RetryAdvice>;
}

export interface ToolFields {
  readonly title?: Located<string>;
  readonly wireName?: Located<string>;
  readonly wireRefs?: Located<"keep">;
  readonly icons?: readonly Decoded<IconFields>[];
  readonly description: Located<string>;
  readonly summary?: Located<string>;
  readonly category: Located<string>;
  readonly riskLevel: Located<RiskLevel>;
  readonly riskReason?: Located<string>;
  readonly people?: Located<"allowed">;
  readonly autonomousExecution?: Located<boolean>;
  readonly confirmation?: Located<WrittenConfirmation>;
  readonly stepUpAuth?: Located<WrittenStepUp>;
  readonly inputSchema: SyntaxNode;
  readonly outputSchema?: SyntaxNode;
  readonly result?: Located<ResultContent>;
  readonly permissions: readonly Located<string>[];
  readonly sideEffects: readonly Located<WrittenEffect>[];
  readonly refine?: readonly Decoded<RefinementFields>[];
  readonly auditEvent?: Located<string>;
  readonly failureModes?: readonly Located<string>[];
  readonly idempotency?: Decoded<IdempotencyFields>;
  readonly reconcile?: Located<string>;
  readonly steps?: readonly Decoded<StepFields>[];
  readonly compensate?: Located<string>;
  readonly dryRun?: Decoded<DryRunFields>;
  readonly agency?: Located<boolean>;
  readonly execution?: Decoded<ExecutionFields>;
  readonly metadata?: Located<JsonObject>;
  readonly _meta?: Located<JsonObject>;
  readonly dataFlow?: Decoded<DataFlowFields>;
  readonly rateLimit?: Decoded<RateLimitFields>;
  readonly budget?: Decoded<BudgetFields>;
  readonly exception?: Decoded<ExceptionFields>;
  readonly timeout?: Located<number>;
  readonly examples?: readonly Decoded<ExampleFields>[];
  readonly owner?: Located<string>;
  readonly deprecated?: Decoded<DeprecatedFields>;
  readonly annotations?: Decoded<AnnotationFields>;
}

export type ToolDocument = Decoded<ToolFields>;

/** A CEL expression as the author wrote it. */
export type WrittenCondition = WrittenText;

export type WrittenGate =
  | { readonly kind: "never" }
  | { readonly kind: "always" }
  | { readonly kind: "when"; readonly condition: WrittenCondition };

/** Who approves and where, as far as it is stated. */
export interface WrittenApprovers {
  readonly by?: Located<ApprovalChannel>;
  readonly approver?: Located<ApproverKind>;
  readonly approvers?: Located<number>;
  readonly from?: Located<string>;
  readonly edit?: readonly Located<string>[];
  readonly together?: Located<number>;
}

export type WrittenConfirmation = WrittenApprovers & WrittenGate;

export type WrittenStepUp = {
  readonly maxAgeMs?: number;
  readonly acr?: string;
  readonly reason?: string;
} & WrittenGate;

export interface WrittenEffect {
  /** A declared effect, `name` or `domain.name`, that is put in the place of this one. */
  readonly named?: string;
  readonly kind: EffectKind;
  readonly description: string;
  readonly reversible?: boolean;
}

export interface RefinementFields {
  readonly when: WrittenCondition;
  readonly riskLevel?: Located<RiskLevel>;
  readonly riskReason?: Located<string>;
  readonly confirmation?: Located<WrittenConfirmation>;
  readonly stepUpAuth?: Located<WrittenStepUp>;
  readonly sideEffects?: readonly Located<WrittenEffect>[];
}

export interface IconFields {
  readonly src: Located<string>;
  readonly mimeType?: Located<string>;
  readonly sizes?: readonly Located<string>[];
  readonly theme?: Located<"light" | "dark">;
}

export interface IdempotencyFields {
  readonly key?: readonly Located<string>[];
  readonly ttl?: Located<number>;
  readonly until?: WrittenCondition;
  readonly onRepeat?: Located<string>;
}

export interface DryRunFields {
  readonly mode: Located<"supported" | "required">;
  readonly preview: SyntaxNode;
}

export interface ExecutionFields {
  readonly requirements: readonly Located<string>[];
}

export interface DataFlowFields {
  readonly readsPrivate?: Located<boolean>;
  readonly returnsUntrusted?: Located<boolean>;
}

export interface RateLimitFields {
  readonly limit: Located<number>;
  readonly per: Located<"second" | "minute" | "hour" | "day">;
}

export interface BudgetFields {
  readonly of: Located<string>;
  readonly unit?: Located<string>;
  readonly per: Located<Budget["per"]>;
  readonly limit: Located<number>;
  readonly every: Located<number>;
}

export interface ExceptionFields {
  readonly upTo: Located<number>;
  readonly unit?: Located<string>;
  readonly budget: Decoded<BudgetFields>;
  readonly reason: Located<string>;
  readonly reviewer: Located<string>;
  readonly expires: Located<string>;
}

export interface StepFields {
  readonly name: Located<string>;
  readonly does: Located<string>;
}

export interface ExampleFields {
  readonly title?: Located<string>;
  readonly input: MapNode;
  readonly output?: MapNode;
}

export interface DeprecatedFields {
  readonly reason: Located<string>;
  readonly successor?: Located<string>;
}

export interface AnnotationFields {
  readonly readOnlyHint?: Located<boolean>;
  readonly destructiveHint?: Located<boolean>;
  readonly idempotentHint?: Located<boolean>;
  readonly openWorldHint?: Located<boolean>;
  readonly agencyHint?: Located<boolean>;
}
