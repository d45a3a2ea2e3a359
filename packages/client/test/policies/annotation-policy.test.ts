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
