import { expect, test } from "vitest";
import { repetition, type Hints, type Idempotency } from "../src/index.ts";

const hintsOf = (readOnlyHint: boolean): Hints => ({
  readOnlyHint,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
});

test.each<[string, boolean, Idempotency | undefined, string | undefined]>([
  ["only reads", true, undefined, undefined],
  ["repeats its effects", false, undefined, "A repeated call acts again."],
  [
    "knows a repeated call by its fields",
    false,
    { key: ["to", "body"], ttlMs: 86_400_000, onRepeat: "Returns the first emailId." },
    "A call of the same caller with the same `to`, `body` within 1 day is a repeated one: Returns the first emailId.",
  ],
  [
    "knows it by its key only",
    false,
    { key: [], ttlMs: 90_000 },
    "A call of the same caller under the same idempotency key within 90 seconds is a repeated one: Returns the first outcome; nothing is done twice.",
  ],
  [
    "knows it under a condition",
    false,
    { key: ["to"], ttlMs: 7_200_000, until: "now < input.end", onRepeat: "Nothing." },
    "A call of the same caller with the same `to` within 2 hours, while `now < input.end`, is a repeated one: Nothing.",
  ],
])("a tool that %s says so", (_, readOnly, idempotency, expected) => {
  expect(repetition({ hints: hintsOf(readOnly), ...(idempotency && { idempotency }) })).toBe(expected);
});
