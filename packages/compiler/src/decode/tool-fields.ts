import { riskLevels } from "@proviso/manifest";
import type {
  AnnotationFields,
  DataFlowFields,
  DeprecatedFields,
  DryRunFields,
  ExampleFields,
  ExecutionFields,
  IdempotencyFields,
  RateLimitFields,
  ToolFields,
} from "./document.ts";
import { permissionName } from "./names.ts";
import { type FieldTable, fields, flag, list, names, oneOf, text, wholeNumber } from "./shape.ts";
import {
  condition,
  confirmation,
  duration,
  jsonMap,
  openMap,
  schemaNode,
  sideEffect,
  stepUpAuth,
} from "./values.ts";

const word = text("one lower-case word, such as `communication`", /^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/);
const eventName = text("a name such as `email.external.sent`", /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/);
const failureReference = text(
  "a failure code, `code` or `domain.code`",
  /^([a-z][a-z0-9_]*\.)?[a-z][a-z0-9_]*$/,
);
const toolReference = text("the name of a tool, `domain.verb`", /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/);
const inputField = text("the name of an input field");

export const annotationFields: FieldTable<AnnotationFields> = {
  readOnlyHint: { shape: flag, required: false, description: "True if the tool changes nothing." },
  destructiveHint: { shape: flag, required: false, description: "True if some effect cannot be undone." },
  idempotentHint: { shape: flag, required: false, description: "True if a repeated call does nothing more." },
  openWorldHint: { shape: flag, required: false, description: "True if the tool deals with the outside." },
  agencyHint: { shape: flag, required: false, description: "True if the tool acts as an agent of its own." },
};

export const idempotencyFields: FieldTable<IdempotencyFields> = {
  key: {
    shape: names(inputField, "a list of input fields"),
    required: false,
    description: "The input fields that make two calls the same.",
    default: "none, then only an explicit key makes calls the same",
  },
  ttl: {
    shape: duration,
    required: false,
    description: "How long an outcome is remembered.",
    default: "24h",
  },
  until: {
    shape: condition,
    required: false,
    description: "CEL over `input` and `now`: the outcome is remembered only while it is true.",
  },
  onRepeat: { shape: text(), required: false, description: "What a repeated call returns, in words." },
};

export const dryRunFields: FieldTable<DryRunFields> = {
  mode: {
    shape: oneOf(["supported", "required"]),
    required: true,
    description: "Whether a plan may come first, or must.",
  },
  preview: { shape: schemaNode, required: true, description: "The tool's own part of a plan." },
};

export const executionFields: FieldTable<ExecutionFields> = {
  requirements: {
    shape: names(text("an opaque identifier"), "a list of opaque identifiers"),
    required: true,
    description: "What must hold for a call to succeed (SEP-2487); compared exactly, never interpreted.",
  },
};

export const dataFlowFields: FieldTable<DataFlowFields> = {
  readsPrivate: {
    shape: flag,
    required: false,
    description: "Whether the output holds private data.",
    default: "`true`, since an absent fact is never a safe one",
  },
  returnsUntrusted: {
    shape: flag,
    required: false,
    description: "Whether the output holds text that outsiders wrote.",
    default: "`true`, since an absent fact is never a safe one",
  },
};

export const rateLimitFields: FieldTable<RateLimitFields> = {
  limit: { shape: wholeNumber(1, 1_000_000), required: true, description: "How many calls." },
  per: { shape: oneOf(["second", "minute", "hour", "day"]), required: true, description: "In which time." },
};

export const exampleFields: FieldTable<ExampleFields> = {
  title: { shape: text(), required: false, description: "What the example shows." },
  input: { shape: jsonMap, required: true, description: "Arguments; checked against the input schema." },
  output: { shape: jsonMap, required: false, description: "The result; checked against the output schema." },
};

export const deprecatedFields: FieldTable<DeprecatedFields> = {
  reason: { shape: text(), required: true, description: "Why." },
  successor: { shape: toolReference, required: false, description: "The tool to use instead." },
};

/** Every field of a tool. The reference, the editor schema and the decoder derive from this table. */
export const toolFields: FieldTable<ToolFields> = {
  title: {
    shape: text(),
    required: false,
    description: "A short name for people.",
    default: "the verb, as a sentence: `send_external` is `Send external`",
  },
  description: {
    shape: text(),
    required: true,
    description: "What the tool is for, for agents and developers.",
  },
  category: {
    shape: word,
    required: true,
    description: "The kind of domain, such as `communication` or `billing`.",
  },
  riskLevel: { shape: oneOf(riskLevels), required: true, description: "The level in the risk model." },
  autonomousExecution: {
    shape: flag,
    required: false,
    description: "Whether an agent may call the tool without human approval.",
    default: "from the risk level",
  },
  confirmation: {
    shape: confirmation,
    required: false,
    description: "Whether a person must say yes.",
    default: "from the risk level",
  },
  stepUpAuth: {
    shape: stepUpAuth,
    required: false,
    description: "When stronger or fresher authentication is needed. Required for critical tools.",
    default: "`never`",
  },
  inputSchema: { shape: schemaNode, required: true, description: "The arguments: an object." },
  outputSchema: { shape: schemaNode, required: true, description: "The result: an object." },
  permissions: {
    shape: names(permissionName, "a list of permissions"),
    required: true,
    description: "The permissions that a caller needs, all of them.",
  },
  sideEffects: {
    shape: list(sideEffect, "a list of side effects"),
    required: true,
    description: "All state changes outside the return value; an empty list claims that there are none.",
  },
  auditEvent: {
    shape: eventName,
    required: false,
    description: "The event in the audit log. Required unless the tool is forbidden.",
  },
  failureModes: {
    shape: names(failureReference, "a list of failure codes"),
    required: false,
    description:
      "The failures of this tool's own; those that follow from the contract are added. Required unless the tool is forbidden.",
  },
  idempotency: {
    shape: fields("`idempotency`", () => idempotencyFields),
    required: false,
    description: "What a repeated call means.",
  },
  dryRun: {
    shape: fields("`dryRun`", () => dryRunFields),
    required: false,
    description: "A plan before the act.",
  },
  agency: {
    shape: flag,
    required: false,
    description: "Whether the tool acts as an agent of its own (SEP-1938).",
    default: "`false`",
  },
  execution: {
    shape: fields("`execution`", () => executionFields),
    required: false,
    description: "What must hold before the tool runs.",
  },
  metadata: { shape: openMap, required: false, description: "Anything else, such as `tags`." },
  dataFlow: {
    shape: fields("`dataFlow`", () => dataFlowFields),
    required: false,
    description: "What kind of data comes out. Whether data can go out of the system is derived.",
  },
  rateLimit: {
    shape: fields("`rateLimit`", () => rateLimitFields),
    required: false,
    description: "How often one principal may call the tool.",
  },
  timeout: {
    shape: duration,
    required: false,
    description: "How long the handler may take.",
    default: "30s",
  },
  examples: {
    shape: list(
      fields("an example", () => exampleFields),
      "a list of examples",
    ),
    required: false,
    description: "Calls that show the tool; checked against its schemas.",
  },
  owner: { shape: text(), required: false, description: "Who answers for the tool." },
  deprecated: {
    shape: fields("`deprecated`", () => deprecatedFields),
    required: false,
    description: "That, and why, the tool should no longer be used.",
  },
  annotations: {
    shape: fields("`annotations`", () => annotationFields),
    required: false,
    description: "MCP hints. They are derived; one that is stated must agree.",
  },
};
