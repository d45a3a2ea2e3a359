import { test } from "vitest";
import { agencyPolicy, superviseAgents } from "../../src/index.ts";
import { contract, destructive } from "../contract.ts";
import { unverified } from "../unverified.ts";
import { check } from "./check-policy.ts";

test('000: "agencyHint: true + destructiveHint: true → candidate for stricter human-in-the-loop controls"', () => {
  const hints = { ...destructive, agencyHint: true };
  check(agencyPolicy, contract({ hints }), "test", "ask", "agency");
});

test('000: "agencyHint: true + readOnlyHint: true → lower risk": it runs', () => {
  check(agencyPolicy, contract({ hints: { ...contract().hints, agencyHint: true } }), "live", "run");
});

test('000: "may perform", "advisory": a tool that is not agentic is left to other policies', () => {
  check(agencyPolicy, contract({ hints: destructive }), "live", "run");
});

test('000: "must not assume that a missing agencyHint implies anything": the unknown asks', () => {
  check(agencyPolicy, unverified("unpinned"), "test", "ask", "unpinned");
});

test('000: "Apply stronger confirmation": a policy that asks before every agent can be switched on', () => {
  const harmless = contract({ hints: { ...contract().hints, agencyHint: true } });
  check(superviseAgents, harmless, "test", "ask", "agentic");
  check(superviseAgents, contract(), "live", "run");
  check(superviseAgents, contract({ hints: { ...contract().hints, agencyHint: false } }), "live", "run");
});
