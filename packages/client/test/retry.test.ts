import { metaKeys } from "@proviso/manifest";
import { expect, test } from "vitest";
import { additive, contract } from "./contract.ts";
import { done, failure } from "./fake-connection.ts";
import type { FakeConnection } from "./fake-connection.ts";
import { check, over } from "./harness.ts";

test("a transient failure of a read is retried until it succeeds", async () => {
  let left = 2;
  await check(
    over(contract(), () => (left-- > 0 ? failure("rate_limit_exceeded") : done())),
    "customers.get",
    "ok",
    3,
  );
});

test("retries end, and the last failure is the result", async () => {
  await check(
    over(contract(), () => failure("timeout")),
    "customers.get",
    "timeout",
    3,
  );
  const broken = over(contract(), () => Promise.reject(new Error("gone")));
  await check(broken, "customers.get", "transport_error", 3);
});

test("a failure that is final, or wants a longer wait than ours, is not retried", async () => {
  await check(
    over(contract(), () => failure("permission_denied")),
    "customers.get",
    "permission_denied",
    1,
  );
  const long = over(contract(), () =>
    failure("rate_limit_exceeded", { details: { retryAfterMs: 3_600_000 } }),
  );
  await check(long, "customers.get", "rate_limit_exceeded", 1);
});

test("004: what is neither read-only nor idempotent is never sent twice", async () => {
  const note = contract({ name: "notes.create", riskLevel: "medium", hints: additive });
  await check(
    over(note, () => Promise.reject(new Error("gone"))),
    note.name,
    "outcome_unknown",
    1,
  );
  await check(
    over(note, () => failure("timeout")),
    note.name,
    "timeout",
    1,
  );
  await check(
    over(note, () => failure("rate_limit_exceeded")),
    note.name,
    "rate_limit_exceeded",
    1,
  );
});

function keysOf(connection: FakeConnection): unknown[] {
  return connection.calls.map((call) => call.meta[metaKeys.idempotencyKey]);
}

test("an idempotent call is retried under one and the same key", async () => {
  const refund = contract({
    name: "orders.refund",
    riskLevel: "medium",
    hints: { ...additive, idempotentHint: true },
    idempotency: { key: [], ttlMs: 1_000 },
  });
  const own = over(refund, () => Promise.reject(new Error("gone")));
  await check(own, refund.name, "outcome_unknown", 3);
  const [first, ...others] = keysOf(own.connection);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(others).toEqual([first, first]);
  const given = over(refund, () => failure("timeout"));
  await given.guard.call(refund.name, {}, { idempotencyKey: "refund-1" });
  expect(keysOf(given.connection)).toEqual(["refund-1", "refund-1", "refund-1"]);
});

test("where the contract makes the key from the input, the guard adds none of its own", async () => {
  const link = contract({ idempotency: { key: ["fileId"], ttlMs: 1_000 } });
  const made = over(link, () => done());
  await check(made, link.name, "ok", 1);
  expect(keysOf(made.connection)).toEqual([undefined]);
});

test("a failure outside the contract's closed list is not passed on as one of its own", async () => {
  await check(
    over(contract(), () => failure("surprise")),
    "customers.get",
    "transport_error",
    1,
  );
  const note = contract({ hints: additive });
  await check(
    over(note, () => failure("surprise")),
    note.name,
    "outcome_unknown",
    1,
  );
});
