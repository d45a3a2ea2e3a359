import { expect, test } from "vitest";
import { repetition, type Idempotency, type SideEffect } from "../src/index.ts";

const sends: SideEffect = { kind: "sends", description: "An email.", reversible: false, external: true };

test.each<[string, readonly SideEffect[], Idempotency | undefined, string | undefined]>([
  ["only reads", [], undefined, undefined],
  ["repeats its effects", [sends], undefined, "A repeated call does the same again."],
  [
    "knows a repeated call by its fields",
    [sends],
    { key: ["to", "body"], ttlMs: 86_400_000, onRepeat: "Returns the first emailId." },
    "A repeated call with the same `to`, `body`, within 1 day: Returns the first emailId.",
  ],
  [
    "knows it by its key only",
    [sends],
    { key: [], ttlMs: 90_000 },
    "A repeated call under the same key, within 90 seconds: Returns the first result, and nothing is done again.",
  ],
  [
    "knows it under a condition",
    [sends],
    { key: ["to"], ttlMs: 7_200_000, until: "now < input.end", onRepeat: "Nothing." },
    "A repeated call with the same `to`, within 2 hours, while `now < input.end`: Nothing.",
  ],
])("a tool that %s says so", (_, sideEffects, idempotency, expected) => {
  expect(repetition({ sideEffects, ...(idempotency && { idempotency }) })).toBe(expected);
});
