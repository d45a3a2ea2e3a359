import { expect, test } from "vitest";
import { timeSpan } from "../src/index.ts";

test("a duration is in the largest unit that divides it", () => {
  expect([1, 1000, 90_000, 300_000, 3_600_000, 172_800_000].map(timeSpan)).toEqual([
    "1 millisecond",
    "1 second",
    "90 seconds",
    "5 minutes",
    "1 hour",
    "2 days",
  ]);
});
