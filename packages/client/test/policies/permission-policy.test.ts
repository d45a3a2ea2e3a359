import { test } from "vitest";
import { permissionPolicy } from "../../src/index.ts";
import { additive, contract, deletion, destructive } from "../contract.ts";
import { unverified } from "../unverified.ts";
import { check } from "./check-policy.ts";

test('003: "if tool.is_destructive or tool.requires_confirmation" the tool "requires confirmation"', () => {
  check(permissionPolicy, contract({ hints: destructive }), "test", "ask", "destructive");
  check(permissionPolicy, contract({ confirmation: { kind: "always" } }), "test", "ask", "confirmation");
  check(permissionPolicy, deletion(), "live", "ask", "destructive", "confirmation");
});

test('003: "read_only=True = no side effects": it runs', () => {
  check(permissionPolicy, contract(), "live", "run");
});

test('003: "requires_confirmation is an orthogonal gating hint": a read can want it too', () => {
  check(permissionPolicy, contract({ confirmation: { kind: "always" } }), "live", "ask", "confirmation");
});

test("003: \"absence means 'unclassified,' not 'safe'\"", () => {
  check(permissionPolicy, unverified("unpinned"), "test", "ask", "unpinned");
});

test('003: "gate on explicit read_only=True, not on the absence of destructive=True"', () => {
  check(permissionPolicy, contract({ hints: additive }), "live", "ask", "not_read_only");
  check(permissionPolicy, contract({ hints: additive }), "test", "ask", "not_read_only");
});

test("003: an author's own key in the map does not make a destructive tool safe", () => {
  const tool = contract({ hints: destructive, metadata: { destructive: false, readOnly: true } });
  check(permissionPolicy, tool, "test", "ask", "destructive");
});
