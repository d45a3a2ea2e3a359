import { mcpName, riskLevels } from "@proviso/manifest";
import { contractFields, type FieldText } from "@proviso/manifest/fields";
import { annotationFields } from "./annotation-fields.ts";
import type {
  DataFlowFields,
  DeprecatedFields,
  DryRunFields,
  ExampleFields,
  ExecutionFields,
  IdempotencyFields,
  RateLimitFields,
  ToolFields,
} from "./document.ts";
import { iconFields, titleShape } from "./icon-fields.ts";
import { permissionName } from "./names.ts";
import { refinementFields } from "./refinement-fields.ts";
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

const texts: Readonly<Record<string, FieldText>> = Object.assign(
  {},
  ...contractFields.map(({ written }) => written),
);

const inner = (name: string): Readonly<Record<string, FieldText>> => texts[name]?.fields ?? {};

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

export const exampleFields: FieldTable<ExampleFields> = tableOf<ExampleFields>(inner("examples"), {
  title: text(),
  input: jsonMap,
  output: jsonMap,
});

export const deprecatedFields: FieldTable<DeprecatedFields> = tableOf<DeprecatedFields>(inner("deprecated"), {
  reason: text(),
  successor: toolReferenceShape,
});

/** Every field of a tool, in the order of the reference, which derives from this table with the editor schema and the decoder. */
export const toolFields: FieldTable<ToolFields> = tableOf<ToolFields>(texts, {
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

/** The fields that every tool needs that can be called, each with what it is. */
export const callableFields: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(texts).flatMap(([name, { missing }]) => (missing === undefined ? [] : [[name, missing]])),
);
