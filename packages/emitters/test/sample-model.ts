import type { ContractModel, DomainModel, ToolModel } from "@proviso/compiler";
import type { EmitOptions } from "../src/package/emitter.ts";

const span = { file: "contracts/mail.yaml", start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };

/** A complete tool; each test overrides some fields. */
export function sampleTool(changes: Partial<ToolModel> = {}): ToolModel {
  return {
    name: "mail.read",
    domain: "mail",
    title: "Read mail",
    description: "Returns the latest messages. They are not marked as read.",
    category: "communication",
    riskLevel: "low",
    autonomousExecution: true,
    confirmation: { kind: "never" },
    stepUpAuth: { kind: "never" },
    inputSchema: object(
      { limit: { type: "integer", minimum: 1, maximum: 50, description: "How many." } },
      [],
    ),
    outputSchema: object({ subjects: { type: "array", items: { type: "string" } } }, ["subjects"]),
    permissions: ["mail:read"],
    sideEffects: [],
    auditEvent: "mail.read",
    failureModes: [
      { code: "mailbox_locked", description: "The mailbox is locked.", retry: "after", implied: false },
      { code: "permission_denied", description: "A permission is missing.", retry: "never", implied: true },
    ],
    hints: hints({ readOnlyHint: true, idempotentHint: true }),
    requirements: [],
    dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: false },
    metadata: { tags: ["inbox"] },
    examples: [],
    timeoutMs: 30_000,
    hash: "a".repeat(64),
    spans: { name: span, fields: {}, inputProperties: {} },
    isBulk: false,
    ...changes,
  };
}

/** Reads, labels or deletes; refinements make the first two less strict. */
export const manage: ToolModel = sampleTool({
  name: "mail.manage",
  title: "Manage mail",
  description: "Reads, labels or deletes a message.",
  riskLevel: "high",
  autonomousExecution: false,
  confirmation: { kind: "always" },
  stepUpAuth: { kind: "always", maxAgeMs: 300_000 },
  inputSchema: object({ action: { enum: ["read", "label", "delete"] } }, ["action"]),
  sideEffects: [{ kind: "deletes", description: "The message.", reversible: false, external: false }],
  hints: hints({ destructiveHint: true }),
  refinements: [
    {
      when: 'input.action == "read"',
      riskLevel: "low",
      autonomousExecution: true,
      confirmation: { kind: "never" },
      stepUpAuth: { kind: "never" },
      sideEffects: [],
      hints: hints({ readOnlyHint: true, idempotentHint: true }),
      dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: false },
    },
    {
      when: 'input.action == "label" || input.action == "star"',
      riskLevel: "medium",
      autonomousExecution: true,
      confirmation: { kind: "when", condition: 'principal.kind == "agent"' },
      stepUpAuth: { kind: "never" },
      sideEffects: [{ kind: "updates", description: "Its labels.", reversible: true, external: false }],
      hints: hints({}),
      dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: false },
    },
  ],
});

export const bulkSend: ToolModel = sampleTool({
  name: "mail.bulk_send",
  title: "Send to many",
  description: "Sends a template to a segment.",
  riskLevel: "critical",
  autonomousExecution: false,
  confirmation: { kind: "always" },
  stepUpAuth: {
    kind: "when",
    condition: "size(input.segment) > 3 || input.urgent",
    maxAgeMs: 300_000,
    acr: "mfa",
  },
  inputSchema: {
    ...object({ segment: { $ref: "#/$defs/mail.segmentId" }, urgent: { type: "boolean" } }, [
      "segment",
      "urgent",
    ]),
    $defs: {
      "mail.segmentId": { type: "string", pattern: "^seg_(a|b)+$", description: "Identifies a segment." },
    },
  },
  outputSchema: object({ status: { enum: ["sent", "failed"] } }, ["status"]),
  permissions: ["mail:send"],
  sideEffects: [
    {
      kind: "sends",
      description: "One email to every recipient in `segment`.",
      reversible: false,
      external: true,
    },
  ],
  auditEvent: "mail.bulk.sent",
  hints: hints({ destructiveHint: true, openWorldHint: true, idempotentHint: true }),
  idempotency: { key: ["segment"], ttlMs: 86_400_000, onRepeat: "Returns the first result." },
  dryRun: { mode: "required", preview: object({ recipientCount: { type: "integer" } }, ["recipientCount"]) },
  rateLimit: { limit: 20, perMs: 3_600_000 },
  examples: [
    { title: "A quarter's news", input: { segment: "seg_a", urgent: false }, output: { status: "sent" } },
  ],
});

export const forbidden: ToolModel = sampleTool({
  name: "vault.read_secret_key",
  domain: "vault",
  title: "Read secret key",
  description: "Returns the raw key.",
  category: "secrets",
  riskLevel: "forbidden",
  autonomousExecution: false,
  permissions: ["vault:open"],
  failureModes: [],
});

export function sampleModel(...tools: readonly ToolModel[]): ContractModel {
  const names = [...new Set(tools.map((tool) => tool.domain))].toSorted();
  return {
    domains: names.map((name) =>
      sampleDomain(
        name,
        tools.filter((tool) => tool.domain === name),
      ),
    ),
  };
}

export const sampleOptions: EmitOptions = {
  product: "backoffice",
  wireNames: "underscore",
  layout: "packages",
  importEnding: ".ts",
  schemasModule: "@backoffice/schemas",
  serverModule: "@backoffice/server",
  clientModule: "@backoffice/client",
  package: {
    name: "@backoffice/sample",
    version: "1.0.0",
    license: "Apache-2.0",
    access: "public",
    runtimeVersions: {},
    schemasFolder: "../schemas",
  },
  templates: {},
};

function sampleDomain(name: string, tools: readonly ToolModel[]): DomainModel {
  return {
    name,
    file: `contracts/${name}.yaml`,
    description: `About ${name}.`,
    types: {},
    permissions: Object.fromEntries(
      tools.flatMap((tool) => tool.permissions).map((key) => [key, `Allows ${key}.`]),
    ),
    tools: tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function object(properties: ToolModel["inputSchema"], required: readonly string[]): ToolModel["inputSchema"] {
  return { type: "object", properties, required, additionalProperties: false };
}

function hints(set: Partial<ToolModel["hints"]>): ToolModel["hints"] {
  return {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
    agencyHint: false,
    ...set,
  };
}
