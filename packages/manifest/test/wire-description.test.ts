import { expect, test } from "vitest";
import { type Idempotency, type ToolContract, wireDescription } from "../src/index.ts";

const hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };
const tool = { description: "Deletes a note.", hints } as ToolContract;

function check(idempotency: Idempotency | undefined, expected: string): void {
  expect(wireDescription({ ...tool, ...(idempotency && { idempotency }) })).toBe(expected);
}

test("a model reads what a repeated call does, where the contract says it", () => {
  const ttlMs = 1000;
  const onRepeat = "Returns the first answer.";
  check(undefined, "Deletes a note.");
  check(
    { key: ["noteId", "at"], ttlMs, onRepeat },
    "Deletes a note.\n\nA call of the same caller with the same `noteId`, `at` within 1 second is a repeated one: Returns the first answer.",
  );
  check(
    { key: [], ttlMs },
    "Deletes a note.\n\nA call of the same caller under the same idempotency key within 1 second is a repeated one: Returns the first outcome; nothing is done twice.",
  );
});

test("and nothing of it where a tool only reads", () => {
  expect(wireDescription({ ...tool, hints: { ...hints, readOnlyHint: true } })).toBe("Deletes a note.");
});
