import { hash } from "node:crypto";
import {
  canonicalJson,
  contractParts,
  impliedCodes,
  restHash,
  type ToolContract,
  wholeContract,
} from "@proviso/manifest";

type Open = Omit<ToolContract, "failureModes" | "hash"> & {
  readonly failureModes: readonly Omit<ToolContract["failureModes"][number], "implied">[];
};

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
const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

/**
 * The tool that runs a program. Without a set it does only what nobody has to be asked about; its hints and what it may send say what it
 * does with one.
 */
export const runProgram: ToolContract = hashed({
  ...common,
  name: "programs.run",
  wireName: "run_program",
  title: "Run a program",
  summary: "Run a program that calls tools",
  description:
    'Runs JavaScript that calls tools: `const order = await tools.orders.get({ orderId: "…" })`. Call describe_tools for the names and types. Write the body of an async function, use await for each call, and `return` a small JSON value. There is no network, no clock, no randomness and no import. Calls that only read run at once. Calls that need a person are collected first, as far as the program goes without reading their results, and one person approves them as one set: so make all calls that change something before you read any of their results. If the status is "waiting", call run_program again with exactly the same source once the person has decided: it goes on where it stopped, and no call is made twice.',
  riskLevel: "medium",
  inputSchema: {
    type: "object",
    properties: { source: { type: "string", minLength: 1, maxLength: 20000 } },
    required: ["source"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      status: { enum: ["done", "waiting", "failed"] },
      program: { type: "string", description: "The id of the program in the audit trail." },
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
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: true },
  dryRun: {
    mode: "supported",
    preview: {
      type: "object",
      properties: {
        program: text,
        callsMade: count,
        callsUnasked: count,
        set: { type: "object", additionalProperties: true },
      },
      required: ["program", "callsMade", "callsUnasked"],
      additionalProperties: false,
    },
  },
  timeoutMs: 60_000,
  failureModes: [
    { code: "program_failed", description: "The program has an error, or does not end.", retry: "never" },
  ],
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
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
  timeoutMs: 10_000,
  failureModes: [],
});

/** Completes a contract as the compiler does: with the failures that follow from it, and its hash. */
function hashed(contract: Open): ToolContract {
  const impliedFailures = impliedCodes(contract);
  const whole = wholeContract({ ...contract, impliedFailures, hash: "" });
  const parts = contractParts(whole);
  const rest = restHash(parts, (each) => hash("sha256", each, "buffer"));
  return { ...whole, hash: hash("sha256", canonicalJson({ ...parts.facts, rest }), "hex") };
}
