import { type JsonObject, mcpName, type ResultContent, type RiskLevel, riskLevels } from "@proviso/manifest";
import { type FieldText, fieldTexts } from "@proviso/manifest/fields";
import type { MapNode, SyntaxNode } from "../syntax/syntax-tree.ts";
import type {
  Decoded,
  Located,
  WrittenCondition,
  WrittenConfirmation,
  WrittenEffect,
  WrittenStepUp,
} from "./document.ts";
import { type IconFields, iconFields, titleShape } from "./icon-fields.ts";
import { permissionName } from "./names.ts";
import { resultContentShape } from "./result-content.ts";
import {
  type FieldTable,
  fields,
  flag,
  list,
  names,
  oneOf,
  prose,
  tableOf,
  text,
  wholeNumber,
} from "./shape.ts";
import {
  condition,
  confirmationShape,
  durationShape,
  jsonMap,
  openMap,
  schemaNode,
  sideEffect,
  stepUpShape,
} from "./values.ts";

const wordShape = text(
  "one lower-case word, such as `communication`",
  /^(?=.{1,60}$)[a-z][a-z0-9]*([-_][a-z0-9]+)*$/,
);
const eventNameShape = text("a name such as `email.external.sent`", /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/);
const failureReferenceShape = text(
  "a failure code, `code` or `domain.code`",
  /^([a-z][a-z0-9_]*\.)?[a-z][a-z0-9_]*$/,
);
const toolReferenceShape = text("the name of a tool, `domain.verb`", /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/);
const inputFieldShape = text("the name of an input field");

const inner = (name: string): Readonly<Record<string, FieldText>> => fieldTexts[name]?.fields ?? {};

export interface IdempotencyFields {
  readonly key?: readonly Located<string>[];
  readonly ttl?: Located<number>;
  readonly until?: WrittenCondition;
  readonly onRepeat?: Located<string>;
}

export const idempotencyFields: FieldTable<IdempotencyFields> = tableOf<IdempotencyFields>(
  inner("idempotency"),
  {
    key: names(inputFieldShape, "a list of input fields"),
    ttl: durationShape,
    until: condition,
    onRepeat: text(),
  },
);

export interface DryRunFields {
  readonly mode: Located<"supported" | "required">;
  readonly preview: SyntaxNode;
}

export const dryRunFields: FieldTable<DryRunFields> = tableOf<DryRunFields>(inner("dryRun"), {
  mode: oneOf(["supported", "required"]),
  preview: schemaNode,
});

export interface ExecutionFields {
  readonly requirements: readonly Located<string>[];
}

export const executionFields: FieldTable<ExecutionFields> = tableOf<ExecutionFields>(inner("execution"), {
  requirements: names(text("an opaque identifier"), "a list of opaque identifiers"),
});

export interface DataFlowFields {
  readonly readsPrivate?: Located<boolean>;
  readonly returnsUntrusted?: Located<boolean>;
}

export const dataFlowFields: FieldTable<DataFlowFields> = tableOf<DataFlowFields>(inner("dataFlow"), {
  readsPrivate: flag,
  returnsUntrusted: flag,
});

export interface RateLimitFields {
  readonly limit: Located<number>;
  readonly per: Located<"second" | "minute" | "hour" | "day">;
}

export const rateLimitFields: FieldTable<RateLimitFields> = tableOf<RateLimitFields>(inner("rateLimit"), {
  limit: wholeNumber(1, 1_000_000),
  per: oneOf(["second", "minute", "hour", "day"]),
});

export interface ExampleFields {
  readonly title?: Located<string>;
  readonly input: MapNode;
  readonly output?: MapNode;
}

export const exampleFields: FieldTable<ExampleFields> = tableOf<ExampleFields>(inner("examples"), {
  title: text(),
  input: jsonMap,
  output: jsonMap,
});

export interface DeprecatedFields {
  readonly reason: Located<string>;
  readonly successor?: Located<string>;
}

export const deprecatedFields: FieldTable<DeprecatedFields> = tableOf<DeprecatedFields>(inner("deprecated"), {
  reason: text(),
  successor: toolReferenceShape,
});

export interface AnnotationFields {
  readonly readOnlyHint?: Located<boolean>;
  readonly destructiveHint?: Located<boolean>;
  readonly idempotentHint?: Located<boolean>;
  readonly openWorldHint?: Located<boolean>;
  readonly agencyHint?: Located<boolean>;
}

export const annotationFields: FieldTable<AnnotationFields> = tableOf<AnnotationFields>(
  inner("annotations"),
  {
    readOnlyHint: flag,
    destructiveHint: flag,
    idempotentHint: flag,
    openWorldHint: flag,
    agencyHint: flag,
  },
);

export interface ToolFields {
  readonly title?: Located<string>;
  readonly wireName?: Located<string>;
  readonly icons?: readonly Decoded<IconFields>[];
  readonly description: Located<string>;
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
  readonly dryRun?: Decoded<DryRunFields>;
  readonly agency?: Located<boolean>;
  readonly execution?: Decoded<ExecutionFields>;
  readonly metadata?: Located<JsonObject>;
  readonly _meta?: Located<JsonObject>;
  readonly dataFlow?: Decoded<DataFlowFields>;
  readonly rateLimit?: Decoded<RateLimitFields>;
  readonly timeout?: Located<number>;
  readonly examples?: readonly Decoded<ExampleFields>[];
  readonly owner?: Located<string>;
  readonly deprecated?: Decoded<DeprecatedFields>;
  readonly annotations?: Decoded<AnnotationFields>;
}

export type ToolDocument = Decoded<ToolFields>;

/** Every field of a tool, in the order of the reference, which derives from this table with the editor schema and the decoder. */
export const toolFields: FieldTable<ToolFields> = tableOf<ToolFields>(fieldTexts, {
  title: titleShape,
  icons: list(
    fields("an icon", () => iconFields),
    "a list of icons",
  ),
  wireName: text("a name that MCP allows: letters, digits, `_`, `-` and `.`, at most 128", mcpName),
  description: prose,
  category: wordShape,
  riskLevel: oneOf(riskLevels),
  riskReason: text(),
  people: oneOf(["allowed"]),
  autonomousExecution: flag,
  confirmation: confirmationShape,
  stepUpAuth: stepUpShape,
  inputSchema: schemaNode,
  outputSchema: schemaNode,
  result: resultContentShape,
  permissions: names(permissionName, "a list of permissions"),
  sideEffects: list(sideEffect, "a list of side effects"),
  refine: list(
    fields("a refinement", () => refinementFields),
    "a list of refinements",
  ),
  auditEvent: eventNameShape,
  failureModes: names(failureReferenceShape, "a list of failure codes"),
  idempotency: fields("`idempotency`", () => idempotencyFields),
  reconcile: toolReferenceShape,
  dryRun: fields("`dryRun`", () => dryRunFields),
  agency: flag,
  execution: fields("`execution`", () => executionFields),
  metadata: openMap,
  _meta: openMap,
  dataFlow: fields("`dataFlow`", () => dataFlowFields),
  rateLimit: fields("`rateLimit`", () => rateLimitFields),
  timeout: durationShape,
  examples: list(
    fields("an example", () => exampleFields),
    "a list of examples",
  ),
  owner: text(),
  deprecated: fields("`deprecated`", () => deprecatedFields),
  annotations: fields("`annotations`", () => annotationFields),
});

export interface RefinementFields {
  readonly when: WrittenCondition;
  readonly riskLevel?: Located<RiskLevel>;
  readonly riskReason?: Located<string>;
  readonly confirmation?: Located<WrittenConfirmation>;
  readonly stepUpAuth?: Located<WrittenStepUp>;
  readonly sideEffects?: readonly Located<WrittenEffect>[];
}

const whenField: FieldTable<Pick<RefinementFields, "when">> = {
  when: {
    shape: condition,
    required: true,
    enforcedBy: "server, `refine`; client guard",
    description: "CEL over `input` alone: it applies where it is the first that is true.",
  },
};

/**
 * The fields of a refinement: those of a tool that say what they are there. It has no permissions: a caller who may not do the
 * worst that a tool does may not call it at all. It has no autonomy, which follows from the level, and no idempotency and dry run,
 * which follow from the side effects.
 */
export const refinementFields: FieldTable<RefinementFields> = {
  ...whenField,
  ...Object.fromEntries(
    Object.entries(toolFields).flatMap(([name, field]) => {
      const refined = fieldTexts[name]?.refined;
      return refined ? [[name, { ...field, required: false, ...refined }]] : [];
    }),
  ),
} as FieldTable<RefinementFields>;

/** The fields that every tool needs that can be called, each with what it is. */
export const callableFields: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(fieldTexts).flatMap(([name, { missing }]) =>
    missing === undefined ? [] : [[name, missing]],
  ),
);
