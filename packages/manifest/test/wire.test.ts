import { expect, test } from "vitest";
import {
  acceptedNames,
  approvalPhrase,
  impliedFailureCodes,
  mcpName,
  metaKeys,
  resolveMethod,
  planSchema,
  riskLevels,
  wireInputSchema,
  wireName,
  wireOutputSchema,
  withoutForbidden,
} from "../src/index.ts";
import type { JsonSchema, Manifest, RiskLevel, ToolContract } from "../src/index.ts";

const inputSchema: JsonSchema = {
  type: "object",
  properties: { to: { type: "string" } },
  required: ["to"],
  additionalProperties: false,
};
const outputSchema: JsonSchema = {
  type: "object",
  properties: { jobId: { $ref: "#/$defs/jobs.jobId" } },
  required: ["jobId"],
  additionalProperties: false,
  $defs: { "jobs.jobId": { type: "string" } },
};
const preview: JsonSchema = {
  type: "object",
  properties: { recipientCount: { type: "integer" } },
  required: ["recipientCount"],
  additionalProperties: false,
  $defs: { "emails.address": { type: "string" } },
};

function tool(fields: Partial<ToolContract>): ToolContract {
  return {
    name: "emails.bulk_send",
    domain: "emails",
    title: "Bulk send",
    description: "Sends many emails.",
    category: "communication",
    riskLevel: "critical",
    autonomousExecution: false,
    confirmation: { kind: "always" },
    stepUpAuth: { kind: "never" },
    inputSchema,
    outputSchema,
    permissions: [],
    sideEffects: [],
    auditEvent: "email.bulk.sent",
    failureModes: [],
    hints: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
      agencyHint: false,
    },
    requirements: [],
    dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
    metadata: {},
    examples: [],
    timeoutMs: 30_000,
    hash: "0".repeat(64),
    ...fields,
  };
}

test("a tool is listed under the name that its contract states, or under its own without or with the dot", () => {
  const send = tool({ name: "emails.send_external" });
  expect(wireName(send, "underscore")).toBe("emails_send_external");
  expect(wireName(send, "dotted")).toBe("emails.send_external");
  const renamed = { ...send, wireName: "send-Email" };
  expect(wireName(renamed, "underscore")).toBe("send-Email");
  expect(wireName(renamed, "dotted")).toBe("send-Email");
});

test("a call reaches a tool under any of its names", () => {
  const send = tool({ name: "emails.send_external" });
  expect(acceptedNames(send)).toEqual(["emails.send_external", "emails_send_external"]);
  expect(acceptedNames({ ...send, wireName: "send-Email" })).toEqual([
    "emails.send_external",
    "emails_send_external",
    "send-Email",
  ]);
});

test("a wire name has the characters that MCP allows, and at most 128 of them", () => {
  for (const name of ["read_file", "read-file", "readFile", "a.b", "a".repeat(128)])
    expect(name).toMatch(mcpName);
  for (const name of ["", "read file", "a/b", "é", "a\n", "a".repeat(129)]) expect(name).not.toMatch(mcpName);
});

test("the approval phrase names the verb and the request", () => {
  expect(approvalPhrase("users.change_permissions", "a1b2c3d4e5f6")).toBe("change permissions a1b2c3");
  expect(approvalPhrase("users.delete", "ffffff00")).not.toBe(approvalPhrase("users.delete", "eeeeee00"));
});

test("clients see `dryRun` exactly where there is a dry run", () => {
  expect(wireInputSchema(tool({}))).toBe(inputSchema);
  expect(wireInputSchema(tool({ dryRun: { mode: "supported", preview } }))).toEqual({
    ...inputSchema,
    properties: {
      to: { type: "string" },
      dryRun: { type: "boolean", description: "True returns the plan and changes nothing." },
    },
  });
});

test("a plan has the preview's fields and those of every plan, all of them required", () => {
  const plan = planSchema(preview);
  const standard = ["dryRun", "warnings", "missingPermissions", "expectedSideEffects", "estimatedDurationMs"];
  expect(plan["required"]).toEqual(["recipientCount", ...standard]);
  expect(Object.keys(plan["properties"] as object)).toEqual(["recipientCount", ...standard]);
});

test("a preview cannot redefine a standard field of the plan", () => {
  const plan = planSchema({ type: "object", properties: { dryRun: { type: "string" } } });
  expect((plan["properties"] as JsonSchema)["dryRun"]).toEqual({ type: "boolean", const: true });
});

test("with a dry run a result is the output or a plan, under an object root", () => {
  const inlined = { type: "object", properties: { jobId: { type: "string" } }, required: ["jobId"] };
  expect(wireOutputSchema(tool({}))).toEqual({ ...inlined, additionalProperties: false });
  const schema = wireOutputSchema(tool({ dryRun: { mode: "required", preview } }));
  expect(schema?.["type"]).toBe("object");
  expect(schema).not.toHaveProperty("$defs");
  expect(schema?.["anyOf"]).toHaveLength(2);
  expect(JSON.stringify(schema?.["anyOf"])).not.toContain('$defs":');
});

test("a result schema without definitions has no empty `$defs`", () => {
  const plain: JsonSchema = { type: "object", properties: {} };
  const schema = wireOutputSchema(
    tool({ outputSchema: plain, dryRun: { mode: "supported", preview: plain } }),
  );
  expect(Object.keys(schema ?? {})).toEqual(["type", "anyOf"]);
});

test("what agents may hold has no forbidden tools and everything else", () => {
  const tools = riskLevels.map((riskLevel: RiskLevel) => tool({ riskLevel, name: `things.${riskLevel}` }));
  const manifest: Manifest = { format: 1, product: "acme", wireNames: "dotted", permissions: {}, tools };
  const names = withoutForbidden(manifest).tools.map(({ name }) => name);
  expect(names).toEqual(["things.low", "things.medium", "things.high", "things.critical"]);
  expect(manifest.tools).toHaveLength(5);
});

// Pins: these values are sent over the wire or are part of contracts, so a change breaks users.
test("the names of what crosses the wire do not change", () => {
  expect(metaKeys).toEqual({
    contract: "dev.proviso/contract",
    failure: "dev.proviso/failure",
    outcome: "dev.proviso/outcome",
    confirmation: "dev.proviso/confirmation",
    idempotencyKey: "dev.proviso/idempotencyKey",
    resolution: "dev.proviso/resolution",
    planOf: "dev.proviso/planOf",
  });
  expect(resolveMethod).toBe("dev.proviso/tools/resolve");
  expect([...impliedFailureCodes]).toEqual([
    "invalid_input",
    "permission_denied",
    "confirmation_required",
    "confirmation_declined",
    "confirmation_unanswered",
    "approval_pending",
    "step_up_required",
    "dry_run_required",
    "plan_stale",
    "requirement_unmet",
    "rate_limit_exceeded",
    "policy_violation",
    "paused",
    "idempotency_conflict",
    "in_progress",
    "cancelled",
    "outcome_unknown",
    "timeout",
    "server_unavailable",
    "internal_error",
  ]);
});
