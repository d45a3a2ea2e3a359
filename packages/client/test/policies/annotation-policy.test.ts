import { test } from "vitest";
import { annotationPolicy } from "../../src/index.ts";
import { additive, contract, destructive } from "../contract.ts";
import { unverified } from "../unverified.ts";
import { check } from "./check-policy.ts";

test('004: "Let the agent freely call any tool with readOnlyHint: true."', () => {
  check(annotationPolicy, contract(), "test", "run");
  check(annotationPolicy, contract(), "live", "run");
});

test('004: "Pause and ask for human confirmation before calling any tool with destructiveHint: true."', () => {
  check(annotationPolicy, contract({ hints: destructive }), "test", "ask", "destructive");
});

test('004: "Especially in live mode."', () => {
  check(annotationPolicy, contract({ hints: destructive }), "live", "ask", "destructive", "live");
  check(annotationPolicy, contract({ hints: additive }), "test", "run");
  check(annotationPolicy, contract({ hints: additive }), "live", "ask", "live");
});

test('004: "Without metadata, it cannot tell": then a person is asked', () => {
  check(annotationPolicy, unverified("drifted"), "test", "ask", "drifted");
});

const reads = { readOnlyHint: true } as const;
const adds = { readOnlyHint: false, destructiveHint: false } as const;
const deletes = { readOnlyHint: false, destructiveHint: true } as const;

test("004: of a tool without a contract, its server's annotations decide, for a host that chooses this policy", () => {
  check(annotationPolicy, unverified("unpinned", reads), "live", "run");
  check(annotationPolicy, unverified("unpinned", adds), "test", "run");
  check(annotationPolicy, unverified("unpinned", adds), "live", "ask", "live");
  check(annotationPolicy, unverified("unpinned", deletes), "test", "ask", "destructive");
});

test("a hint that is not given is the worst, and one that contradicts another too", () => {
  check(annotationPolicy, unverified("unpinned"), "test", "ask", "destructive");
  check(annotationPolicy, unverified("unpinned", { ...reads, ...deletes }), "test", "ask", "destructive");
  check(
    annotationPolicy,
    unverified("unpinned", { ...reads, destructiveHint: true }),
    "test",
    "ask",
    "destructive",
  );
});

test("a tool that is not as it is known asks, however harmless it calls itself", () => {
  check(annotationPolicy, unverified("drifted", reads), "test", "ask", "drifted");
  check(
    annotationPolicy,
    unverified("drifted", reads, { pinned: contract({ hints: destructive }) }),
    "test",
    "ask",
    "drifted",
    "destructive",
  );
});
