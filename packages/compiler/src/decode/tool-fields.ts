import { mcpName, riskLevels } from "@proviso/manifest";
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
import { type FieldTable, fields, flag, list, names, oneOf, prose, text, wholeNumber } from "./shape.ts";
import {
  condition,
  confirmationShape,
  durationShape,
  jsonMap,
  openMap,
  schemaNode,
  sideEffect,
  stepUpAuth,
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

export const idempotencyFields: FieldTable<IdempotencyFields> = {
  key: {
    shape: names(inputFieldShape, "a list of input fields"),
    required: false,
    enforcedBy: "server, `replay`",
    description: "The input fields that make two calls the same.",
    default: "none, then only an explicit key makes calls the same",
  },
  ttl: {
    shape: durationShape,
    required: false,
    enforcedBy: "server, `replay`",
    description: "How long an outcome is remembered.",
    default: "24h",
  },
  until: {
    shape: condition,
    required: false,
    enforcedBy: "server, `replay`",
    description: "CEL over `input` and `now`: the outcome is remembered only while it is true.",
  },
  onRepeat: {
    shape: text(),
    required: false,
    enforcedBy: "documentation",
    description: "What a repeated call returns, in words.",
  },
};

export const dryRunFields: FieldTable<DryRunFields> = {
  mode: {
    shape: oneOf(["supported", "required"]),
    required: true,
    enforcedBy: "server, `plan`: a required plan is made and kept before the call runs",
    description: "Whether a plan may come first, or must.",
  },
  preview: {
    shape: schemaNode,
    required: true,
    enforcedBy: "server, `plan`: the handler's plan is validated",
    description: "The tool's own part of a plan.",
  },
};

export const executionFields: FieldTable<ExecutionFields> = {
  requirements: {
    shape: names(text("an opaque identifier"), "a list of opaque identifiers"),
    required: true,
    enforcedBy: "server, `authorize`: all must hold; unmet ones are named",
    description:
      "What must hold for a call to succeed (SEP-2487), such as `env:production`; compared exactly, never interpreted.",
  },
};

export const dataFlowFields: FieldTable<DataFlowFields> = {
  readsPrivate: {
    shape: flag,
    required: false,
    enforcedBy: "rules about data flow",
    description: "Whether the output, or the plan of a dry run, holds private data.",
    default: "`true`, since an absent fact is never a safe one",
  },
  returnsUntrusted: {
    shape: flag,
    required: false,
    enforcedBy: "rules about data flow; `openWorldHint`",
    description: "Whether the output, or the plan of a dry run, holds text that outsiders wrote.",
    default: "`true`, since an absent fact is never a safe one",
  },
};

export const rateLimitFields: FieldTable<RateLimitFields> = {
  limit: {
    shape: wholeNumber(1, 1_000_000),
    required: true,
    enforcedBy: "server, `limit`",
    description: "How many calls.",
  },
  per: {
    shape: oneOf(["second", "minute", "hour", "day"]),
    required: true,
    enforcedBy: "server, `limit`",
    description: "In which time.",
  },
};

export const exampleFields: FieldTable<ExampleFields> = {
  title: {
    shape: text(),
    required: false,
    enforcedBy: "documentation",
    description: "What the example shows.",
  },
  input: {
    shape: jsonMap,
    required: true,
    enforcedBy: "compiler, against `inputSchema`",
    description: "Arguments; checked against the input schema.",
  },
  output: {
    shape: jsonMap,
    required: false,
    enforcedBy: "compiler, against `outputSchema`",
    description: "The result; checked against the output schema.",
  },
};

export const deprecatedFields: FieldTable<DeprecatedFields> = {
  reason: { shape: text(), required: true, enforcedBy: "documentation", description: "Why." },
  successor: {
    shape: toolReferenceShape,
    required: false,
    enforcedBy: "compiler: the tool exists",
    description: "The tool to use instead.",
  },
};

/** Every field of a tool. The reference, the editor schema and the decoder derive from this table. */
export const toolFields: FieldTable<ToolFields> = {
  title: {
    shape: titleShape,
    required: false,
    enforcedBy: "hosts show it",
    description: "A short name for people.",
    default: "the verb, as a sentence: `send_external` is `Send external`",
  },
  icons: {
    shape: list(
      fields("an icon", () => iconFields),
      "a list of icons",
    ),
    required: false,
    enforcedBy: "hosts show them",
    description: "Images that stand for the tool.",
  },
  wireName: {
    shape: text("a name that MCP allows: letters, digits, `_`, `-` and `.`, at most 128", mcpName),
    required: false,
    enforcedBy: "server: lists the tool under it; compiler: no other tool has it",
    description:
      "The name over MCP, for a tool that clients know by another one. Calls by `domain.verb` are accepted as well.",
    default: "`domain_verb`, or as `wireNames` in `proviso.yaml` says",
  },
  description: {
    shape: prose,
    required: true,
    enforcedBy: "agents read it; rules check it",
    description: "What the tool is for, for agents and developers.",
  },
  category: {
    shape: wordShape,
    required: true,
    enforcedBy: "documentation",
    description: "The kind of domain, such as `communication` or `billing`.",
  },
  riskLevel: {
    shape: oneOf(riskLevels),
    required: true,
    enforcedBy: "compiler, the risk model; server and client guard by what follows from it",
    description: "The level in the risk model.",
  },
  riskReason: {
    shape: text(),
    required: false,
    enforcedBy:
      "compiler: required of a high tool that sends, calls, moves money, deletes or grants; reviewers read it",
    description: "Why the level is lower than the effects ask for.",
  },
  people: {
    shape: oneOf(["allowed"]),
    required: false,
    enforcedBy: "server: no way in for agents reaches the tool; `confirm` and `step-up`",
    description:
      "Whether people may call a forbidden tool themselves, in the product. It then needs `stepUpAuth: always`.",
    default: "nobody calls a forbidden tool",
  },
  autonomousExecution: {
    shape: flag,
    required: false,
    enforcedBy: "compiler: may ask more than the level, and not less; server, `confirm`",
    description: "Whether an agent may call the tool without human approval.",
    default: "from the risk level, or `false` beside `confirmation: always`",
  },
  confirmation: {
    shape: confirmationShape,
    required: false,
    enforcedBy: "server, `confirm`; client guard",
    description: "Whether a person must say yes, who, and where.",
    default: "from the risk level, or `always` beside `autonomousExecution: false`",
  },
  stepUpAuth: {
    shape: stepUpAuth,
    required: false,
    enforcedBy: "server, `step-up`",
    description: "When stronger or fresher authentication is needed. Required for critical tools.",
    default: "`never`",
  },
  inputSchema: {
    shape: schemaNode,
    required: true,
    enforcedBy: "server, `validate`; types of both packages",
    description: "The arguments: an object.",
  },
  outputSchema: {
    shape: schemaNode,
    required: false,
    enforcedBy: "server, `execute`; client guard; types of both packages",
    description: "The result: an object. Required unless there is a `result`.",
  },
  result: {
    shape: resultContentShape,
    required: false,
    enforcedBy: "server, `execute`; client guard; types of both packages",
    description:
      "For a result of content blocks: which kinds. `outputSchema` then describes the `structuredContent` beside them.",
    default: "the output as JSON text",
  },
  permissions: {
    shape: names(permissionName, "a list of permissions"),
    required: true,
    enforcedBy: "server, `authorize`",
    description: "The permissions that a caller needs, all of them.",
  },
  sideEffects: {
    shape: list(sideEffect, "a list of side effects"),
    required: true,
    enforcedBy: "compiler: hints and risk model; shown when a person confirms",
    description: "All state changes outside the return value; an empty list claims that there are none.",
  },
  refine: {
    shape: list(
      fields("a refinement", () => refinementFields),
      "a list of refinements",
    ),
    required: false,
    enforcedBy: "server, `refine`; client guard",
    description: "Milder contracts for some inputs; the tool itself is the worst case.",
  },
  auditEvent: {
    shape: eventNameShape,
    required: false,
    enforcedBy: "server, `audit`: written before the effect and after",
    description: "The event in the audit log. Required unless the tool is forbidden.",
  },
  failureModes: {
    shape: names(failureReferenceShape, "a list of failure codes"),
    required: false,
    enforcedBy: "server, `execute`: the list is closed",
    description:
      "The failures of this tool's own; those that follow from the contract are added. Required unless the tool is forbidden.",
  },
  idempotency: {
    shape: fields("`idempotency`", () => idempotencyFields),
    required: false,
    enforcedBy: "server, `replay`; client guard: retries",
    description: "What a repeated call means.",
  },
  reconcile: {
    shape: toolReferenceShape,
    required: false,
    enforcedBy: "server: calls it before it answers `outcome_unknown`; compiler: it can tell",
    description:
      "The tool that finds out what became of a call whose outcome is unknown. It takes the call's `callId` and returns what the call returned.",
    default: "none, then such an outcome stays unknown",
  },
  dryRun: {
    shape: fields("`dryRun`", () => dryRunFields),
    required: false,
    enforcedBy: "server, `plan`",
    description: "A plan before the act.",
  },
  agency: {
    shape: flag,
    required: false,
    enforcedBy: "compiler: `agencyHint` and the risk model",
    description: "Whether the tool acts as an agent of its own (SEP-1938).",
    default: "no claim: clients are told neither",
  },
  execution: {
    shape: fields("`execution`", () => executionFields),
    required: false,
    enforcedBy: "server, `authorize`",
    description: "What must hold before the tool runs.",
  },
  metadata: {
    shape: openMap,
    required: false,
    enforcedBy: "compiler: flags such as `read_only` must agree with the rest; hosts read it",
    description: "Anything else, such as `tags`.",
  },
  _meta: {
    shape: openMap,
    required: false,
    enforcedBy: "server: lists it in the tool's `_meta`; compiler: no key of ours",
    description: "Keys for other readers of MCP, such as `com.example/team`, listed as they are.",
  },
  dataFlow: {
    shape: fields("`dataFlow`", () => dataFlowFields),
    required: false,
    enforcedBy: "rules about data flow",
    description: "What kind of data comes out. Whether data can go out of the system is derived.",
  },
  rateLimit: {
    shape: fields("`rateLimit`", () => rateLimitFields),
    required: false,
    enforcedBy: "server, `limit`",
    description:
      "How often one principal may execute the tool: plans, questions, refusals and replays do not count.",
  },
  timeout: {
    shape: durationShape,
    required: false,
    enforcedBy: "server, `execute`",
    description: "How long the handler may take.",
    default: "30s",
  },
  examples: {
    shape: list(
      fields("an example", () => exampleFields),
      "a list of examples",
    ),
    required: false,
    enforcedBy: "compiler, against the schemas",
    description: "Calls that show the tool; checked against its schemas.",
  },
  owner: {
    shape: text(),
    required: false,
    enforcedBy: "documentation",
    description: "Who answers for the tool.",
  },
  deprecated: {
    shape: fields("`deprecated`", () => deprecatedFields),
    required: false,
    enforcedBy: "documentation; hosts and models read it",
    description: "That, and why, the tool should no longer be used.",
  },
  annotations: {
    shape: fields("`annotations`", () => annotationFields),
    required: false,
    enforcedBy: "compiler: must agree with the derivation",
    description: "MCP hints. They are derived; one that is stated must agree.",
  },
};
