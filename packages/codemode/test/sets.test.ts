import { expect, test } from "vitest";
import { mia, numbers, refundAll, shop } from "./shop.ts";

test("fifty writes are one decision in the inbox, fifty records, and exactly what was shown", async () => {
  const { audit, done, person, reads, run } = shop();
  expect((await run(refundAll)).said).toMatchObject({ code: "approval_pending" });
  expect(done).toEqual([]);
  const { shown } = await person.question();
  expect(shown.message).toContain("Run 50 calls of a program: 50 × Refund an order");
  expect(shown.plan).toMatchObject({ calls: 1, set: { sums: [{ tool: "orders.refund", unit: "EUR", count: 50, amount: 6225 }] } });
  await person.approve();
  expect((await run(refundAll)).said).toMatchObject({ status: "done", result: 50, calls: 51 });
  expect(done).toEqual(numbers(50));
  expect(reads()).toBe(1);
  const refunds = audit.entries.filter(({ tool }) => tool === "orders.refund");
  const kinds = (kind: string) => refunds.filter((each) => each.kind === kind);
  expect([kinds("intent").length, kinds("approval").length, kinds("outcome").length]).toEqual([50, 50, 50]);
  expect(audit.entries.filter(({ decision }) => decision === "approved").length).toBe(1);
  expect(new Set(refunds.map(({ program }) => program)).size).toBe(1);
  expect(new Set(kinds("approval").map(({ via }) => via))).toEqual(new Set(["set"]));
});

test("a person at the client approves a set too", async () => {
  const { approved, done } = shop({ hasInbox: false, orders: 5 });
  expect((await approved(refundAll)).said).toMatchObject({ status: "done" });
  expect(done).toEqual(numbers(5));
});
