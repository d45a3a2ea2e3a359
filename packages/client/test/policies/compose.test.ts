import { expect, test } from "vitest";
import {
  agencyPolicy,
  annotationPolicy,
  askWhen,
  explainReason,
  permissionPolicy,
  refuseUnlisted,
  strictest,
} from "../../src/index.ts";
import type { GuardPolicy } from "../../src/index.ts";
import { additive, contract, destructive } from "../contract.ts";
import { unverified } from "../unverified.ts";
import { check } from "./check-policy.ts";

const closed: GuardPolicy = () => ({ kind: "refuse", reasons: ["own:We are closed."] });
const lenient: GuardPolicy = () => ({ kind: "run", reasons: [] });

test("the strictest of several policies decides, with the reasons of those that agree, each once", () => {
  const both = strictest(agencyPolicy, annotationPolicy, permissionPolicy);
  const hints = { ...destructive, agencyHint: true };
  check(both, contract({ hints }), "test", "ask", "agency", "destructive");
  check(both, contract(), "live", "run");
  check(strictest(both, closed), contract({ hints }), "test", "refuse", "own:We are closed.");
});

test("the order of policies changes no decision", () => {
  check(strictest(closed, lenient), contract(), "test", "refuse", "own:We are closed.");
  check(strictest(lenient, closed), contract(), "test", "refuse", "own:We are closed.");
});

test("a host's own rule asks with its own sentence", () => {
  const own = askWhen(["own:It is Friday.", (tool) => !tool.hints.readOnlyHint]);
  check(own, contract({ hints: additive }), "test", "ask", "own:It is Friday.");
  expect(explainReason("own:It is Friday.")).toBe("It is Friday.");
  expect(explainReason("forbidden")).toBe("The tool is forbidden for AI.");
});

test("a host may refuse every tool that no contract of the client is about", () => {
  check(refuseUnlisted, unverified("unpinned"), "test", "refuse", "unpinned");
  check(refuseUnlisted, unverified("drifted", {}, { pinned: contract() }), "test", "run");
  check(refuseUnlisted, contract(), "live", "run");
});
