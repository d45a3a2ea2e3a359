import { budgetOwners, mcpName, riskLevels } from "@proviso/manifest";
import { type FieldText, fieldTexts } from "@proviso/manifest/fields";
import type {
  AnnotationFields,
  BudgetFields,
  DataFlowFields,
  DeprecatedFields,
  DryRunFields,
  ExampleFields,
  ExceptionFields,
  ExecutionFields,
  IdempotencyFields,
  RateLimitFields,
  RefinementFields,
  StepFields,
  ToolFields,
} from "./document.ts";
import { iconFields, titleShape } from "./icon-fields.ts";
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
const inputPathShape = text("the path of an argument, such as `input.amount.cents`");
const inputFieldShape = text("the name of an input field");

const inner = (name: string): Readonly<Record<string, FieldText>> => fieldTexts[name]?.fields ?? {};

export const idempotencyFields: FieldTable<IdempotencyFields> = tableOf<IdempotencyFields>(
  inner("idempotency"),
  {
    key: names(inputFieldShape, "a list of input fields"),
    ttl: durationShape,
    until: condition,
    onRepeat: text(),
  },
);

export const dryRunFields: FieldTable<DryRunFields> = tableOf<DryRunFields>(inner("dryRun"), {
  mode: oneOf(["supported", "required"]),
  preview: schemaNode,
});

export const executionFields: FieldTable<ExecutionFields> = tableOf<ExecutionFields>(inner("execution"), {
  requirements: names(text("an opaque identifier"), "a list of opaque identifiers"),
});

export const dataFlowFields: FieldTable<DataFlowFields> = tableOf<DataFlowFields>(inner("dataFlow"), {
  readsPrivate: flag,
  returnsUntrusted: flag,
});

export const rateLimitFields: FieldTable<RateLimitFields> = tableOf<RateLimitFields>(inner("rateLimit"), {
  limit: wholeNumber(1, 1_000_000),
  per: oneOf(["second", "minute", "hour", "day"]),
});

export const budgetFields: FieldTable<BudgetFields> = tableOf<BudgetFields>(inner("budget"), {
  of: inputPathShape,
  unit: inputPathShape,
  per: oneOf(budgetOwners),
  limit: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  every: durationShape,
});

export const exceptionFields: FieldTable<ExceptionFields> = tableOf<ExceptionFields>(inner("exception"), {
  upTo: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  unit: text(),
  budget: fields("`budget`", () => budgetFields),
  reason: text(),
  reviewer: text(),
  expires: text("a day such as `2027-01-31`", /^\d{4}-\d\d-\d\d$/),
});

export const stepFields: FieldTable<StepFields> = tableOf<StepFields>(inner("steps"), {
  name: text("the name of a step, such as `send_mail` or `remind_*`", /^[a-z][a-z0-9_]{0,99}(_\*)?$/),
  does: text(),
});

export const exampleFields: FieldTable<ExampleFields> = tableOf<ExampleFields>(inner("examples"), {
  title: text(),
  input: jsonMap,
  output: jsonMap,
});

export const deprecatedFields: FieldTable<DeprecatedFields> = tableOf<DeprecatedFields>(inner("deprecated"), {
  reason: text(),
  successor: toolReferenceShape,
});

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

/** Every field of a tool, in the order of the reference, which derives from this table with the editor schema and the decoder. */
export const toolFields: FieldTable<ToolFields> = tableOf<ToolFields>(fieldTexts, {
  title: titleShape,
  icons: list(
    fields("an icon", () => iconFields),
    "a list of icons",
  ),
  wireName: text("a name that MCP allows: letters, digits, `_`, `-` and `.`, at most 128", mcpName),
  wireRefs: oneOf(["keep"]),
  description: prose,
  summary: text(),
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
  steps: list(
    fields("a step", () => stepFields),
    "a list of steps",
  ),
  compensate: toolReferenceShape,
  dryRun: fields("`dryRun`", () => dryRunFields),
  agency: flag,
  execution: fields("`execution`", () => executionFields),
  metadata: openMap,
  _meta: openMap,
  dataFlow: fields("`dataFlow`", () => dataFlowFields),
  rateLimit: fields("`rateLimit`", () => rateLimitFields),
  budget: fields("`budget`", () => budgetFields),
  exception: fields("`exception`", () => exceptionFields),
  timeout: durationShape,
  examples: list(
    fields("an example", () => exampleFields),
    "a list of examples",
  ),
  owner: text(),
  deprecated: fields("`deprecated`", () => deprecatedFields),
  annotations: fields("`annotations`", () => annotationFields),
});

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
