import { hash } from "node:crypto";
import {
  canonicalJson,
  contractParts,
  impliedCodes,
  type JsonObject,
  restHash,
  type ToolContract,
  wholeContract,
} from "@proviso/manifest";

const source: JsonObject = { type: "string", minLength: 1, maxLength: 20_000 };
const open: JsonObject = { type: "object", additionalProperties: true };
const count: JsonObject = { type: "integer", minimum: 0 };
const text: JsonObject = { type: "string" };

const common = {
  domain: "programs",
  category: "programs",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  permissions: [],
  requirements: [],
  metadata: {},
  examples: [],
} as const;

/** The tool that runs a program. Without a set it acts alone, and so may every call that it makes then. */
export const runProgram: ToolContract = hashed({
  ...common,
  name: "programs.run",
  wireName: "run_program",
  title: "Run a program",
  summary: "Run a program that calls tools",
  description: `Runs JavaScript that calls tools: \`const order = await tools.orders.get({ orderId: "…" })\`. Call describe_tools for the names and types. \
Write the body of an async function, use await for each call, and \`return\` a small JSON value. There is no network, no clock, no randomness and no import. \
Calls that only read run at once. Calls that need a person are collected first, as far as the program goes without reading their results, and one person approves them as one set: \
so make all calls that change something before you read any of their results. \
If the status is "waiting", call run_program again with exactly the same source once the person has decided: it goes on where it stopped, and no call is made twice.`,
  riskLevel: "medium",
  inputSchema: {
    type: "object",
    properties: { source },
    required: ["source"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      status: { enum: ["done", "waiting", "failed"] },
      program: { ...text, description: "The id of the program in the audit trail." },
      calls: { ...count, description: "Calls that have ended." },
      result: { description: "What the program has returned." },
      message: text,
      waits: {
        type: "array",
        items: {
          type: "object",
          properties: { tool: text, approval: text, url: text },
          required: ["tool", "approval"],
          additionalProperties: false,
        },
      },
      logs: { type: "array", items: text },
    },
    required: ["status", "program", "calls"],
    additionalProperties: false,
  },
  sideEffects: [
    {
      kind: "updates",
      description: "What the called tools do, each under its own contract.",
      reversible: true,
      external: false,
    },
  ],
  auditEvent: "program.run",
  failureModes: [
    { code: "program_failed", description: "The program has an error, or does not end.", retry: "never" },
  ],
  // What a set may do that a person has approved.
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: true },
  dryRun: {
    mode: "supported",
    preview: {
      type: "object",
      properties: { calls: count, unasked: count, set: open },
      required: ["calls", "unasked"],
      additionalProperties: false,
    },
  },
  timeoutMs: 60_000,
});

/** The tool that says which tools a program can call. */
export const describeTools: ToolContract = hashed({
  ...common,
  name: "programs.describe",
  wireName: "describe_tools",
  title: "Describe tools for programs",
  description:
    "Returns TypeScript declarations of the tools that run_program can call. Without a domain it returns the names of all domains and tools.",
  riskLevel: "low",
  inputSchema: {
    type: "object",
    properties: { domain: { type: "string", description: "Such as `orders`." } },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { declarations: text },
    required: ["declarations"],
    additionalProperties: false,
  },
  sideEffects: [],
  auditEvent: "program.described",
  failureModes: [],
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
  timeoutMs: 10_000,
});

type Open = Omit<ToolContract, "failureModes" | "hash"> & {
  readonly failureModes: readonly Omit<ToolContract["failureModes"][number], "implied">[];
};

/** Completes a contract as the compiler does: with the failures that follow from it, and its hash. */
function hashed(contract: Open): ToolContract {
  const impliedFailures = impliedCodes(contract);
  const whole = wholeContract({ ...contract, impliedFailures, hash: "" });
  const parts = contractParts(whole);
  const rest = restHash(parts, (each) => hash("sha256", each, "buffer"));
  return { ...whole, hash: hash("sha256", canonicalJson({ ...parts.facts, rest }), "hex") };
}
