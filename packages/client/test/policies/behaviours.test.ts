import { expect, test } from "vitest";
import { followAgents, logOpenWorld, retryIdempotent } from "../../src/index.ts";
import { additive, contract } from "../contract.ts";
import { unverified } from "../unverified.ts";

const agentic = contract({ hints: { ...contract().hints, agencyHint: true } });
const open = contract({ hints: { ...contract().hints, openWorldHint: true } });

test('004: "On 5xx or transient failure, retry tools with idempotentHint: true without escalating."', () => {
  expect(retryIdempotent(contract({ hints: { ...additive, idempotentHint: true } }), false)).toBe(true);
  expect(retryIdempotent(contract({ hints: additive }), false)).toBe(false);
  // The guard sends the same key with each attempt, and the server recognizes it.
  const idempotency = { key: [], ttlMs: 60_000 };
  expect(retryIdempotent(contract({ hints: additive, idempotency }), false)).toBe(true);
  expect(retryIdempotent(unverified("unpinned", { idempotentHint: true }), false)).toBe(false);
});

test("004: all read tools are idempotent, and so is a dry run", () => {
  expect(retryIdempotent(contract(), false)).toBe(true);
  expect(retryIdempotent(contract({ hints: additive }), true)).toBe(true);
  expect(retryIdempotent(unverified("unpinned", { readOnlyHint: true }), true)).toBe(false);
});

test('004: "Log every openWorldHint: true call separately", and what may be one', () => {
  expect(logOpenWorld(open, false)).toBe(true);
  expect(logOpenWorld(unverified("unpinned"), false)).toBe(true);
  expect(logOpenWorld(unverified("unpinned", { openWorldHint: false }), false)).toBe(false);
  expect(logOpenWorld(unverified("drifted", { openWorldHint: false }, { pinned: open }), false)).toBe(true);
  expect(logOpenWorld(contract(), false)).toBe(false);
  expect(logOpenWorld(open, true)).toBe(false);
});

test('000: "Provide richer UX (progress UI, streaming logs, or activity feeds)" for agents only', () => {
  expect(followAgents(agentic)).toBe(true);
  expect(followAgents(contract())).toBe(false);
  expect(followAgents(unverified("unpinned"))).toBe(false);
});
