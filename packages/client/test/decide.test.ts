import type { ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { Decision, Environment, SessionFacts } from "../src/index.ts";
import { decide, freshSession } from "../src/index.ts";
import { additive, contract, deletion } from "./contract.ts";
import { unverified } from "./unverified.ts";

const clean = freshSession;
const untrusted: SessionFacts = { ...clean, untrustedFrom: ["web.read"] };
const tainted: SessionFacts = { ...untrusted, privateFrom: ["customers.get"] };
const call = { dryRun: false, unmetRequirements: [] };
const sending = contract({ dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: true } });

function check(tool: ToolContract, env: Environment, session: SessionFacts, ...expected: string[]): void {
  const [kind, ...reasons] = expected;
  expect(decide(tool, call, session, env)).toEqual({ kind, reasons } as Decision);
}

test("004: let the agent freely call any tool with readOnlyHint: true", () => {
  for (const riskLevel of ["low", "medium"] as const)
    for (const openWorldHint of [false, true]) {
      const tool = contract({ riskLevel, hints: { ...contract().hints, openWorldHint } });
      check(tool, "live", clean, "run");
      check(tool, "live", tainted, "run");
    }
});

test("004: pause and ask before calling any tool with destructiveHint: true", () => {
  const tool = contract({ riskLevel: "medium", hints: { ...additive, destructiveHint: true } });
  check(tool, "test", clean, "ask", "destructive");
});

test("001: medium may be executed autonomously, in live too", () => {
  check(contract({ riskLevel: "medium", hints: additive }), "live", clean, "run");
});

test("004: especially in live mode: there a medium change that is open to the outside asks, a low one does not", () => {
  const hints = { ...additive, openWorldHint: true };
  check(contract({ riskLevel: "medium", hints }), "test", clean, "run");
  check(contract({ riskLevel: "medium", hints }), "live", clean, "ask", "live");
  check(contract({ hints }), "live", clean, "run");
});

test("001: high must not be executed silently", () => {
  check(contract({ riskLevel: "high", hints: additive }), "test", clean, "ask", "risk");
  check(contract({ autonomousExecution: false }), "test", clean, "ask", "not_autonomous");
});

test("001: critical always requires explicit confirmation, and says every reason", () => {
  check(deletion(), "live", clean, "ask", "confirmation", "not_autonomous", "risk", "destructive");
});

test("000: agency and destruction together are named; agency that only reads runs", () => {
  const hints = { ...deletion().hints, agencyHint: true };
  expect(decide(deletion({ hints }), call, clean, "test").reasons).toContain("agency");
  check(contract({ hints: { ...contract().hints, agencyHint: true } }), "live", clean, "run");
});

test("001: what an agent must not see is refused even if a manifest holds it", () => {
  check(contract({ riskLevel: "forbidden" }), "test", clean, "refuse", "forbidden");
});

test("data leaves a session that saw untrusted content and private data only past a person", () => {
  check(sending, "test", clean, "run");
  check(sending, "test", untrusted, "run");
  check(sending, "test", { ...clean, privateFrom: ["customers.get"] }, "run");
  check(sending, "test", tainted, "ask", "sends_out");
});

test("a tool that reads private data itself completes the taint", () => {
  const tool = contract({ dataFlow: { readsPrivate: true, returnsUntrusted: false, sendsOut: true } });
  check(tool, "test", untrusted, "ask", "sends_out");
});

test("003: absence means unclassified, not safe", () => {
  for (const why of ["unpinned", "drifted"] as const)
    expect(decide(unverified(why), call, clean, "test")).toEqual({
      kind: "ask",
      reasons: [why],
    });
});

test("002: a requirement that is certainly unmet refuses", () => {
  const unmet = { dryRun: false, unmetRequirements: ["env:production"] };
  expect(decide(contract(), unmet, clean, "test")).toEqual({
    kind: "refuse",
    reasons: ["requirement_unmet"],
  });
});

test("a dry run changes nothing and needs nobody, but only where the contract offers one", () => {
  const dry = { dryRun: true, unmetRequirements: [] };
  const bulk = deletion({ dryRun: { mode: "required", preview: { type: "object" } } });
  expect(decide(bulk, dry, tainted, "live").kind).toBe("run");
  expect(decide(deletion(), dry, tainted, "live").kind).toBe("ask");
});

test("the server's claims make no tool milder that differs from what is known", () => {
  const claims = { ...unverified("drifted", { readOnlyHint: true }).claims, trusted: true };
  expect(decide(unverified("drifted", {}, { claims }), call, clean, "test").reasons).toContain("drifted");
  expect(decide(unverified("unpinned", {}, { claims }), call, clean, "test")).toEqual({
    kind: "run",
    reasons: [],
  });
});

test("a loosened tool is refused, and so is one that differs from a forbidden contract", () => {
  expect(decide(unverified("loosened"), call, clean, "test")).toEqual({
    kind: "refuse",
    reasons: ["loosened"],
  });
  const pinned = contract({ riskLevel: "forbidden" });
  expect(decide(unverified("drifted", {}, { pinned }), call, clean, "test")).toEqual({
    kind: "refuse",
    reasons: ["forbidden"],
  });
});

test("a tool with a dry run asks before the call itself, and before the dry run of a tool that differs", () => {
  const bulk = deletion({ dryRun: { mode: "required", preview: { type: "object" } } });
  expect(decide(bulk, call, clean, "test").kind).toBe("ask");
  const dry = { ...call, dryRun: true };
  expect(decide(unverified("drifted", {}, { pinned: bulk }), dry, clean, "test").kind).toBe("ask");
  expect(decide(bulk, dry, clean, "test")).toEqual({ kind: "run", reasons: [] });
});
