import { describe, expect, it } from "vitest";
import type { Hints, Refinement, ToolContract } from "../src/index.ts";
import { personAsked } from "../src/index.ts";

const reads: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
  agencyHint: false,
};
const adds: Hints = { ...reads, readOnlyHint: false, idempotentHint: false };
const destroys: Hints = { ...adds, destructiveHint: true };

const low: ToolContract = {
  name: "notes.get",
  domain: "notes",
  title: "Get a note",
  description: "Returns a note.",
  category: "notes",
  riskLevel: "low",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  inputSchema: { type: "object" },
  outputSchema: { type: "object" },
  permissions: [],
  sideEffects: [],
  auditEvent: "note.read",
  failureModes: [],
  hints: reads,
  requirements: [],
  dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
  metadata: {},
  examples: [],
  timeoutMs: 1000,
  hash: "00",
};
const medium: Partial<ToolContract> = { riskLevel: "medium", hints: adds };
const high: Partial<ToolContract> = {
  riskLevel: "high",
  autonomousExecution: false,
  confirmation: { kind: "always" },
  hints: destroys,
};
const when: Partial<ToolContract> = { confirmation: { kind: "when", condition: "input.all" } };
const { riskLevel, autonomousExecution, confirmation, stepUpAuth, sideEffects, hints, dataFlow } = low;
const readsInstead: Refinement = {
  when: 'input.action == "read"',
  riskLevel,
  autonomousExecution,
  confirmation,
  stepUpAuth,
  sideEffects,
  hints,
  dataFlow,
};

function check(change: Partial<ToolContract>, server: string, test: string, live: string): void {
  expect(personAsked({ ...low, ...change })).toEqual({ server, test, live });
}

describe("a person is asked", () => {
  it("by nobody for what only reads", () => check({}, "never", "never", "never"));

  it("by nobody for what changes something at medium, in live too", () =>
    check(medium, "never", "never", "never"));

  it("by the guard in live for what changes something at medium and is open to the outside", () => {
    const open = { ...adds, openWorldHint: true };
    check({ ...medium, hints: open }, "never", "never", "always");
    check({ hints: open }, "never", "never", "never");
    check({ ...medium, hints: { ...reads, openWorldHint: true } }, "never", "never", "never");
  });

  it("by the guard everywhere for what cannot be undone, at whatever level", () => {
    check({ hints: destroys }, "never", "always", "always");
    check({ ...medium, hints: destroys }, "never", "always", "always");
  });

  it("by both from high upwards", () => {
    check(high, "always", "always", "always");
    check({ ...high, riskLevel: "critical" }, "always", "always", "always");
  });

  it("by both where the contract asks for more than its level", () => {
    check({ autonomousExecution: false }, "always", "always", "always");
    check({ confirmation: { kind: "always" } }, "always", "always", "always");
  });

  it("by both before an agent of several steps destroys something", () =>
    check({ hints: { ...destroys, agencyHint: true } }, "always", "always", "always"));

  it("by both before an effect that the compiler allows only to higher levels", () => {
    const effect = { description: "All.", reversible: true, external: false };
    for (const changed of [
      { ...effect, kind: "deletes" },
      { ...effect, kind: "grants" },
      { ...effect, kind: "updates", reversible: false },
      { ...effect, kind: "sends", external: true },
    ] as const)
      check({ ...medium, sideEffects: [changed] }, "always", "always", "always");
    check({ ...medium, sideEffects: [{ ...effect, kind: "updates" }] }, "never", "never", "never");
  });

  it("by the server under a condition", () => {
    check(when, "sometimes", "sometimes", "sometimes");
    check({ ...medium, ...when }, "sometimes", "sometimes", "sometimes");
  });

  it("for some arguments only, where a refinement needs nobody", () =>
    check({ ...high, refinements: [readsInstead] }, "sometimes", "sometimes", "sometimes"));

  it("every time, where all refinements ask too", () =>
    check(
      { ...high, refinements: [{ ...readsInstead, confirmation: { kind: "always" } }] },
      "always",
      "always",
      "always",
    ));
});
