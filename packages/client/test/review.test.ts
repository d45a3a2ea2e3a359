import { expect, test } from "vitest";
import type { Activity, ConfirmRequest } from "../src/index.ts";
import { contract, deletion } from "./contract.ts";
import { done } from "./fake-connection.ts";
import { over, yes } from "./harness.ts";

test("a review says what a call would meet, and neither calls, asks nor tells of it", async () => {
  const asked: ConfirmRequest[] = [];
  const told: Activity[] = [];
  const { guard, connection } = over(deletion(), () => done(), {
    confirm: (request) => (asked.push(request), yes(request)),
    onActivity: (activity) => told.push(activity),
  });
  const review = await guard.review("customers.delete", { customerId: "cus_1" });
  expect(review).toMatchObject({
    kind: "ask",
    reasons: ["confirmation", "not_autonomous", "risk", "destructive"],
  });
  expect(review.explanations).toHaveLength(review.reasons.length);
  expect(review.view?.map(({ title }) => title)).toEqual([
    "Delete a customer (customers.delete)",
    "What it does",
    "Arguments",
    "Why you are asked",
  ]);
  expect(review.phrase).toMatch(/^delete [0-9a-f]+$/);
  expect([connection.calls, asked, told]).toEqual([[], [], []]);
});

test("a review lets a harmless read run, and refuses a tool that is not there", async () => {
  const { guard } = over(contract(), () => done());
  expect((await guard.review("customers.get", {})).kind).toBe("run");
  expect(await guard.review("customers.fetch", {})).toMatchObject({ kind: "refuse", reasons: [] });
});

test("a call may bring the person to ask, and only that call has them", async () => {
  const { guard, connection } = over(deletion(), () => done());
  const asked: ConfirmRequest[] = [];
  const confirm = (request: ConfirmRequest) => (asked.push(request), yes(request));
  expect((await guard.call("customers.delete", {}, { confirm })).ok).toBe(true);
  const second = await guard.call("customers.delete", {});
  expect(second.ok ? "ok" : second.failure.code).toBe("refused_by_guard");
  expect([connection.calls.length, asked.length]).toEqual([1, 1]);
});

test("the person of a call goes before the guard's own", async () => {
  const { guard, connection } = over(deletion(), () => done(), { confirm: yes });
  const result = await guard.call("customers.delete", {}, { confirm: async () => ({ approved: false }) });
  expect(result.ok ? "ok" : result.failure.code).toBe("declined_by_person");
  expect(connection.calls).toEqual([]);
});
