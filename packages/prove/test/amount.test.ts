import type { Json, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { amountOver } from "../src/guarantees/amount.ts";

const over = (properties: Readonly<Record<string, Json>>, limit: number): string | undefined =>
  amountOver({ inputSchema: { type: "object", properties } } as unknown as ToolContract, limit);

test.each([
  [500, "input.cents > 50000"],
  // 1.15 * 100 is below 115.
  [1.15, "input.cents > 115"],
  // 100.00 is over it, and so are 10,000 cents.
  [99.995, "input.cents > 9999"],
])("whole cents over %d are all that are", (limit, condition) => {
  expect(over({ cents: { type: "integer" } }, limit)).toBe(condition);
});

test.each([
  [500, "input.amount > 500.0"],
  [99.999, "input.amount > 99.999"],
])("an amount over %d is compared with exactly that", (limit, condition) => {
  expect(over({ amount: { type: "number" } }, limit)).toBe(condition);
});

test("two amounts are none", () => {
  expect(over({ amount: { type: "number" }, total: { type: "number" } }, 1)).toBeUndefined();
});
