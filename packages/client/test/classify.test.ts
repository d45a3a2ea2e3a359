import type { JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import {
  classify,
  isAgentic,
  isDestructive,
  isReadOnly,
  requiresConfirmation,
  toolMetadata,
} from "../src/index.ts";

function check(hints: JsonObject, expected: string): void {
  expect(classify({ metadata: toolMetadata({}, hints) })).toBe(expected);
}

test("003: no hints are unclassified, not safe", () => {
  check({}, "unclassified");
  check({ idempotentHint: true, openWorldHint: false }, "unclassified");
  check({ readOnlyHint: false }, "unclassified");
  check({ destructiveHint: false }, "unclassified");
});

test("explicit hints classify", () => {
  check({ readOnlyHint: true, destructiveHint: false }, "read_only");
  check({ readOnlyHint: false, destructiveHint: true }, "destructive");
  check({ readOnlyHint: false, destructiveHint: false }, "additive");
});

test("hints that contradict each other count as the worst", () => {
  check({ readOnlyHint: true, destructiveHint: true }, "destructive");
});

test("a hint that is no boolean is no hint", () => {
  check({ readOnlyHint: "true" }, "unclassified");
});

test("003: accessors are false for what is absent", () => {
  const tool = { metadata: {} };
  expect([isReadOnly, isDestructive, isAgentic, requiresConfirmation].map((is) => is(tool))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("003: the map is open, and an author's own key cannot override a hint", () => {
  const metadata = toolMetadata({ tags: ["files"], read_only: true }, { readOnlyHint: false }, true);
  expect(metadata).toEqual({ tags: ["files"], read_only: false, requires_confirmation: true });
  for (const own of [
    { tags: [], read_only: true, requires_confirmation: false },
    { tags: [], readOnly: true, requiresConfirmation: false },
  ])
    expect(toolMetadata(own, {})).toEqual({ tags: [] });
});

test("003: the accessors read the keys of the proposal, and camelCase as well; the strict value counts", () => {
  const flags = (metadata: JsonObject) => [isReadOnly, requiresConfirmation].map((is) => is({ metadata }));
  expect(flags({ read_only: true, requires_confirmation: true })).toEqual([true, true]);
  expect(flags({ readOnly: true, requiresConfirmation: true })).toEqual([true, true]);
  expect(flags({ read_only: true, readOnly: false, requires_confirmation: false })).toEqual([false, false]);
  expect(flags({ requires_confirmation: false, requiresConfirmation: true })).toEqual([false, true]);
});
