import type { Exception, JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { Store } from "../../src/api/ports.ts";
import { ben, criticalRisk, fixture, highRisk, summary, tool, type Fixture } from "../sample.ts";

const day = 24 * 60 * 60_000;
const inputSchema: JsonObject = {
  type: "object",
  properties: { text: { type: "string" }, cents: {}, currency: {} },
  required: ["text"],
  additionalProperties: false,
};
const budget = { of: "input.cents", unit: "input.currency", per: "tool", limit: 50, everyMs: day } as const;
/** The clock of the fixture starts in January 2026. */
const exception: Exception = {
  upTo: 20,
  unit: "EUR",
  budget,
  reason: "Small refunds.",
  reviewer: "mia",
  expires: "2999-12-31",
};
const refund = (changes: Parameters<typeof tool>[0] = {}) =>
  tool({ ...highRisk, inputSchema, exception, ...changes });
const server = (given: Fixture = {}) => fixture({ tools: [refund()], ...given });
type Served = ReturnType<typeof server>;
const pay = async (to: Served, cents: unknown, more: JsonObject = { currency: "EUR" }) =>
  summary(await to.call("notes.create", { text: "x", cents, ...more } as JsonObject));
const asks = "refused confirmation_required";

/** The last day of an exception that ends this many days after the fixture's clock. */
function dayOf(to: Served, days: number): string {
  return new Date(to.clock.now().getTime() + days * day).toISOString().slice(0, 10);
}

test("a call within the exception runs unasked, and the record says by which before the handler ran", async () => {
  let atRun: unknown;
  const to = server({
    execute: () => {
      atRun = to.audit.records.find(({ kind }) => kind === "approval");
      return { id: "n" };
    },
  });
  expect(await pay(to, 20)).toBe("completed");
  expect(atRun).toMatchObject({
    via: "exception",
    reason: "Small refunds.",
    details: { upTo: 20, unit: "EUR", reviewer: "mia", expires: "2999-12-31" },
    contractHash: refund().hash,
  });
});

test.each<[string, unknown, JsonObject?]>([
  ["over the bound", 21],
  ["negative", -5],
  ["nothing", 0],
  ["a fraction", 0.5],
  ["a text", "5"],
  ["a list", [5]],
  ["null", null],
  ["in another currency", 5, { currency: "USD" }],
  ["in a currency like it", 5, { currency: "eur" }],
  ["in a list of currencies", 5, { currency: ["EUR"] }],
  ["without a currency", 5, {}],
])("an amount that is %s asks", async (_what, cents, more) => {
  const to = server();
  expect(await pay(to, cents, more)).toBe(asks);
  expect(to.ran).toEqual([]);
});

test("an absent amount asks, and one that is no JSON is refused", async () => {
  const to = server();
  expect(summary(await to.call("notes.create", { text: "x", currency: "EUR" }))).toBe(asks);
  for (const cents of [Number.NaN, Infinity]) expect(await pay(to, cents)).toMatch(/^refused/);
  expect(to.ran).toEqual([]);
});

test("many small calls add up: over the budget the server asks, until the window has ended", async () => {
  const to = server();
  expect([await pay(to, 20), await pay(to, 20), await pay(to, 20), await pay(to, 10)]).toEqual([
    "completed",
    "completed",
    asks,
    "completed",
  ]);
  expect(summary(await to.callAs(ben)("notes.create", { text: "x", cents: 1, currency: "EUR" }))).toBe(asks);
  const input = { text: "y", cents: 20, currency: "EUR" };
  expect(summary(await to.approved("notes.create", input))).toBe("completed");
  to.clock.advance(day);
  expect(await pay(to, 20)).toBe("completed");
});

test("of many calls in two processes at once as many run unasked as the budget has", async () => {
  const one = server();
  const other = server({ store: one.store, clock: one.clock });
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, at) => pay(at % 2 === 0 ? one : other, 20)),
  );
  expect(outcomes.filter((each) => each === "completed")).toHaveLength(2);
  expect(outcomes.filter((each) => each === asks)).toHaveLength(58);
});

test("a failure that did nothing returns the amount, an unknown outcome holds it, a repeat counts once", async () => {
  let end: "declared" | "unknown" | undefined = "declared";
  const to = server({
    execute: (_input, { fail }) => {
      if (end === "declared") return Promise.reject(fail["noteTooLong"]?.());
      return end === "unknown" ? Promise.reject(new Error("gone")) : { id: "n" };
    },
  });
  for (let at = 0; at < 5; at++) expect(await pay(to, 20)).toBe("failed note_too_long");
  end = "unknown";
  expect(await pay(to, 20)).toBe("failed outcome_unknown");
  end = undefined;
  const again = () =>
    to.call("notes.create", { text: "x", cents: 20, currency: "EUR" }, { idempotencyKey: "k" });
  expect([summary(await again()), summary(await again())]).toEqual(["completed", "replayed"]);
  expect([await pay(to, 20), await pay(to, 10)]).toEqual([asks, "completed"]);
});

test("after its last day the server asks, also when the clock is set back, in every process", async () => {
  const first = server();
  const tools = [refund({ exception: { ...exception, expires: dayOf(first, 3) } })];
  const to = server({ tools });
  expect(await pay(to, 5)).toBe("completed");
  to.clock.advance(3 * day);
  expect(await pay(to, 5)).toBe("completed");
  to.clock.advance(day);
  expect(await pay(to, 5)).toBe(asks);
  to.clock.advance(-4 * day);
  expect(await pay(to, 5)).toBe(asks);
  expect(await pay(server({ tools, store: to.store, clock: to.clock }), 5)).toBe(asks);
  const prolonged = [refund({ exception: { ...exception, expires: dayOf(first, 9) } })];
  expect(await pay(server({ tools: prolonged, store: to.store, clock: to.clock }), 5)).toBe("completed");
});

test("a day that does not exist, a clock without a time, and a store whose clock is past it ask", async () => {
  for (const expires of ["2999-02-31", "never", "2999-12-31T00:00:00Z", ""])
    expect(await pay(server({ tools: [refund({ exception: { ...exception, expires } })] }), 5)).toBe(asks);
  const { store } = fixture();
  const late: Store = { ...store, now: async () => new Date("3000-01-02T00:00:00Z") };
  expect(await pay(server({ store: late }), 5)).toBe(asks);
  const lost: Store = { ...store, now: async () => new Date(Number.NaN) };
  expect(await pay(server({ store: lost }), 5)).toBe(asks);
});

test("a store that is gone refuses, and the handler does not run", async () => {
  for (const method of ["get", "insert"] as const) {
    const { store } = fixture();
    const gone: Store = { ...store, [method]: () => Promise.reject(new Error("gone")) };
    const to = server({ store: gone });
    expect(await pay(to, 5)).toBe("refused server_unavailable");
    expect(to.ran).toEqual([]);
  }
});

test("an exception that cannot be recorded refuses and returns its amount", async () => {
  const { audit } = fixture();
  let isLost = true;
  const losing: typeof audit = {
    ...audit,
    append: (entry) =>
      isLost && entry.kind === "approval" ? Promise.reject(new Error("full")) : audit.append(entry),
  };
  const to = server({ audit: losing });
  for (let at = 0; at < 5; at++) expect(await pay(to, 20)).toBe("refused server_unavailable");
  isLost = false;
  expect(await pay(to, 20)).toBe("completed");
  expect(to.ran).toHaveLength(1);
});

test.each([
  ["a critical tool", refund({ ...criticalRisk })],
  ["a medium tool that asks", refund({ riskLevel: "medium" })],
  [
    "an agentic tool that destroys",
    refund({ hints: { ...refund().hints, agencyHint: true, destructiveHint: true } }),
  ],
])("%s asks, whatever its contract says", async (_what, contract) => {
  expect(await pay(server({ tools: [contract] }), 5)).toMatch(/^refused/);
});

test("the tool's own budget still refuses, and then the exception holds nothing", async () => {
  const own = { ...budget, limit: 5 };
  const to = server({ tools: [refund({ budget: own })] });
  expect(await pay(to, 20)).toBe("refused rate_limit_exceeded");
  expect(await pay(to, 5)).toBe("completed");
  expect((await to.store.list?.("exception:"))?.map(({ value }) => value)).toEqual([{ spent: 5, held: {} }]);
});

test("an old log-in and an answer are looked at as without an exception", async () => {
  const to = server({ tools: [refund({ stepUpAuth: { kind: "always", maxAgeMs: 1000 } })] });
  expect(await pay(to, 5)).toBe("refused step_up_required");
  const open = server();
  const answer = { action: "decline", state: "forged" } as const;
  const outcome = await open.call("notes.create", { text: "x", cents: 5, currency: "EUR" }, { answer });
  expect(outcome.kind).toBe("refused");
  expect(open.ran).toEqual([]);
});
