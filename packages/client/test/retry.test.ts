import { metaKeys } from "@proviso/manifest";
import { afterEach, expect, test, vi } from "vitest";
import type { JsonObject, PlainResult, RetryOptions, WireResult } from "../src/index.ts";
import { additive, contract, mode } from "./contract.ts";
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

const refund = contract({
  name: "orders.refund",
  riskLevel: "medium",
  hints: { ...additive, idempotentHint: true },
  idempotency: { key: ["orderId"], ttlMs: 1_000 },
  failureModes: [
    ...["permission_denied", "internal_error"].map((code) => mode(code)),
    mode("rate_limit_exceeded", "after"),
    { ...mode("already_refunded"), implied: false },
  ],
});

function keysOf(connection: FakeConnection): unknown[] {
  return connection.calls.map((call) => call.meta[metaKeys.idempotencyKey]);
}

test("an idempotent call is retried under one and the same key", async () => {
  const keyless = contract({ ...refund, idempotency: { key: [], ttlMs: 1_000 } });
  const own = over(keyless, () => Promise.reject(new Error("gone")));
  await check(own, keyless.name, "outcome_unknown", 3);
  const [first, ...others] = keysOf(own.connection);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(others).toEqual([first, first]);
  const given = over(keyless, () => failure("rate_limit_exceeded"));
  await given.guard.call(keyless.name, {}, { idempotencyKey: "refund-1" });
  expect(keysOf(given.connection)).toEqual(["refund-1", "refund-1", "refund-1"]);
});

test("where the contract makes the key from the input, the guard adds none of its own", async () => {
  const link = contract({ idempotency: { key: ["fileId"], ttlMs: 1_000 } });
  const made = over(link, () => done());
  await check(made, link.name, "ok", 1);
  expect(keysOf(made.connection)).toEqual([undefined]);
});

/** Calls with a clock that only the test advances; returns the milliseconds between the attempts. */
async function waits(
  retryAfterMs: number,
  retry: RetryOptions,
  whenSent: (sent: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<{ readonly gaps: readonly number[]; readonly result: PlainResult }> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  const sent: number[] = [];
  const { guard } = over(
    contract(),
    () => {
      whenSent(sent.push(Date.now()));
      return failure("rate_limit_exceeded", { details: { retryAfterMs } });
    },
    { retry },
  );
  let isOver = false;
  const pending = guard.call("customers.get", {}, signal ? { signal } : {}).finally(() => (isOver = true));
  await passTimeUntil(() => isOver);
  const result = await pending;
  return { gaps: sent.slice(1).map((at, n) => at - (sent[n] ?? 0)), result };
}
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** WebCrypto does not use the fake clock, so the test waits for it between two steps. */
async function passTimeUntil(isOver: () => boolean): Promise<void> {
  if (isOver()) return;
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(50);
  await passTimeUntil(isOver);
}

test("a server that asks to wait is given its time, but no more than ours", async () => {
  const retry = { retries: 2, minDelayMs: 0, maxDelayMs: 5_000 };
  expect((await waits(3_000, retry)).gaps).toEqual([3_000, 3_000]);
  expect((await waits(5_001, retry)).gaps).toEqual([]);
});

test("a longer pause of our own is not cut short", async () => {
  const { gaps } = await waits(100, { retries: 2, minDelayMs: 1_000, maxDelayMs: 5_000 });
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(1_000);
  expect(gaps.length).toBe(2);
});

test("a call that is cancelled while it waits is not sent again, and keeps its last failure", async () => {
  const abort = new AbortController();
  const retry = { retries: 2, minDelayMs: 0, maxDelayMs: 5_000 };
  const cancelSoon = (): void => void setTimeout(() => abort.abort(), 1_000);
  const { gaps, result } = await waits(3_000, retry, cancelSoon, abort.signal);
  expect(gaps).toEqual([]);
  expect(!result.ok && result.failure.code).toBe("rate_limit_exceeded");
});

test("a server may forbid a repetition that the contract allows, and not the other way round", async () => {
  const forbids = over(contract(), () => failure("timeout", { retry: "never" }));
  await check(forbids, "customers.get", "timeout", 1);
  const allows = over(contract(), () => failure("permission_denied", { retry: "sameKey" }));
  await check(allows, "customers.get", "permission_denied", 1);
});

test("an unknown outcome of a call that is not safe to repeat is not repeated, also after a new connection", async () => {
  const note = contract({ name: "notes.create", riskLevel: "medium", hints: additive });
  const broken = over(note, () => Promise.reject(new Error("connection closed")));
  const result = await broken.guard.call(note.name, {});
  expect(!result.ok && result.failure).toMatchObject({ code: "outcome_unknown", retry: "never" });
  broken.connection.toolsChanged();
  await broken.guard.inspect();
  expect(broken.connection.calls.length).toBe(1);
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

/** Loses the answer to the first attempt, then answers with a failure. */
function losingOne(code: string): ReturnType<typeof over> {
  let lost = 0;
  return over(refund, () => (lost++ === 0 ? Promise.reject(new Error("gone")) : failure(code)));
}

test("a repetition that is refused does not say that the lost attempt before it did nothing", async () => {
  for (const code of ["rate_limit_exceeded", "permission_denied", "internal_error"]) {
    const result = await losingOne(code).guard.call(refund.name, {});
    expect(result).toMatchObject({
      ok: false,
      failure: { code: "outcome_unknown", details: { lastCode: code } },
    });
  }
});

test("a failure of the tool itself says so, for a remembered call would not have run again", async () => {
  await check(losingOne("already_refunded"), refund.name, "already_refunded", 2);
});

/** A failure that states whether anything ran. */
function said(kind: "refused" | "failed", code: string): WireResult {
  const meta: JsonObject = {
    [metaKeys.failure]: { code, message: `${code}.` },
    [metaKeys.outcome]: { kind },
  };
  return { kind: "failed", text: code, meta };
}
const note = contract({ name: "notes.create", riskLevel: "medium", hints: additive });

test("what the server has refused did nothing: it may be sent again, though the tool is not safe to repeat", async () => {
  let left = 1;
  const refusing = over(note, () => (left-- > 0 ? said("refused", "rate_limit_exceeded") : done()));
  await check(refusing, note.name, "ok", 2);
  await check(
    over(note, () => said("failed", "rate_limit_exceeded")),
    note.name,
    "rate_limit_exceeded",
    1,
  );
  await check(
    over(note, () => said("refused", "permission_denied")),
    note.name,
    "permission_denied",
    1,
  );
});

test("an undeclared refusal leaves no doubt, an undeclared failure does", async () => {
  await check(
    over(note, () => said("refused", "surprise")),
    note.name,
    "transport_error",
    1,
  );
  await check(
    over(note, () => said("failed", "surprise")),
    note.name,
    "outcome_unknown",
    1,
  );
});

test("a person who let the server's question go is not asked again by us", async () => {
  const asking = { ...note, failureModes: [mode("confirmation_unanswered", "after")] };
  const { guard, connection } = over(asking, () => said("refused", "confirmation_unanswered"));
  expect(await guard.call(note.name, {})).toMatchObject({ failure: { code: "confirmation_unanswered" } });
  expect(connection.calls.length).toBe(1);
});

test("a host may forbid this repetition too", () =>
  check(
    over(note, () => said("refused", "rate_limit_exceeded"), { policies: { retry: () => false } }),
    note.name,
    "rate_limit_exceeded",
    1,
  ));

test("the pauses of our own double", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const { gaps } = await waits(0, { retries: 3, minDelayMs: 100, maxDelayMs: 5_000 });
  expect(gaps).toEqual([100, 200, 400]);
});

test("a wait that is no number is not one", async () => {
  const retryAfterMs = "soon";
  const unclear = over(contract(), () => failure("rate_limit_exceeded", { details: { retryAfterMs } }));
  await check(unclear, "customers.get", "rate_limit_exceeded", 3);
});

test("where every answer is lost, the doubt is told as it is, without a last failure beside it", async () => {
  const { guard } = over(refund, () => Promise.reject(new Error("gone")));
  const result = await guard.call(refund.name, {});
  expect(!result.ok && result.failure.code).toBe("outcome_unknown");
  expect(!result.ok && result.failure).not.toHaveProperty("details");
});

test("a call that is cancelled while it waits ends at once, and leaves no timer behind", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const abort = new AbortController();
  const { guard } = over(contract(), () => failure("timeout"), {
    retry: { retries: 1, minDelayMs: 1_000, maxDelayMs: 5_000 },
  });
  let result: PlainResult | undefined;
  const pending = guard
    .call("customers.get", {}, { signal: abort.signal })
    .then((each) => (result = each as PlainResult));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 120_000 });
  abort.abort();
  await new Promise(setImmediate);
  expect([result?.ok, vi.getTimerCount()]).toEqual([false, 0]);
  await vi.runAllTimersAsync();
  await pending;
});

test("a call that is cancelled while it is on its way waits for no other attempt", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const abort = new AbortController();
  const cancelled = over(contract(), () => (abort.abort(), failure("timeout")), {
    retry: { retries: 1, minDelayMs: 1_000, maxDelayMs: 5_000 },
  });
  let isOver = false;
  const pending = cancelled.guard
    .call("customers.get", {}, { signal: abort.signal })
    .finally(() => (isOver = true));
  await vi.waitFor(() => expect(cancelled.connection.calls.length).toBe(1), { timeout: 120_000 });
  await new Promise(setImmediate);
  expect([isOver, vi.getTimerCount()]).toEqual([true, 0]);
  await pending;
});
