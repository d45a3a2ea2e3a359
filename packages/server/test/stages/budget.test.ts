import type { JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { Store } from "../../src/api/ports.ts";
import { afterDeath, create, find } from "../reconciled.ts";
import { anna, ben, fixture, highRisk, preview, summary, tool, type Fixture } from "../sample.ts";

const day = 24 * 60 * 60_000;
const inputSchema: JsonObject = {
  type: "object",
  properties: {
    text: { type: "string" },
    cents: { type: "number", minimum: 0 },
    currency: { type: "string", enum: ["EUR", "USD"] },
  },
  required: ["text", "cents"],
  additionalProperties: false,
};
const budget = { of: "input.cents", per: "principal", limit: 500, everyMs: day } as const;
const paid = tool({ inputSchema, budget });
type Paid = ReturnType<typeof fixture>;

const server = (given: Fixture = {}): Paid => fixture({ tools: [paid], ...given });
const pay = async (to: Paid, cents: number, more: JsonObject = {}, principal = anna) =>
  to.callAs(principal)("notes.create", { text: "x", cents, ...more });

/** What remains, as a call that exceeds the rest is told. */
async function remains(to: Paid, more: JsonObject = {}, principal = anna): Promise<unknown> {
  const outcome = await pay(to, 500, more, principal);
  if (!("failure" in outcome)) return 500;
  expect(summary(outcome)).toBe("refused rate_limit_exceeded");
  return [outcome.failure.details?.["remains"], outcome.failure.details?.["held"]];
}

test("an amount over the rest is refused with what remains and when it returns; a smaller one runs", async () => {
  const to = server();
  expect(summary(await pay(to, 300))).toBe("completed");
  to.clock.advance(day / 4);
  expect(await pay(to, 201)).toMatchObject({
    kind: "refused",
    failure: {
      code: "rate_limit_exceeded",
      retry: "after",
      message: expect.stringContaining("of 500 of `input.cents` in 1 day, for each caller 200 remains."),
      details: {
        reason: "budget",
        limit: 500,
        remains: 200,
        held: 0,
        amount: 201,
        retryAfterMs: (day * 3) / 4,
      },
    },
  });
  expect(summary(await pay(to, 200))).toBe("completed");
  expect(summary(await pay(to, 0))).toBe("completed");
  expect(await remains(to)).toEqual([0, 0]);
  to.clock.advance((day * 3) / 4);
  expect(summary(await pay(to, 500))).toBe("completed");
  expect(to.ran.map(({ cents }) => cents)).toEqual([300, 200, 0, 500]);
});

test("more than the whole budget is never to be tried again", async () => {
  const outcome = await pay(server(), 501);
  expect(outcome).toMatchObject({
    kind: "refused",
    failure: { code: "rate_limit_exceeded", retry: "never" },
  });
});

test.each([
  ["principal", ["500", "500", "500"]],
  ["tenant", ["0", "500", "500"]],
  ["tool", ["0", "0", "0"]],
] as const)("of a budget per %s others have this left", async (per, left) => {
  const to = server({ tools: [tool({ inputSchema, budget: { ...budget, per } })] });
  await pay(to, 500);
  const others = [ben, { ...ben, tenant: "other" }, { ...ben, issuer: "https://id.example" }];
  const found = [];
  for (const other of others) {
    const outcome = await pay(to, 500, {}, other);
    found.push(outcome.kind === "completed" ? "500" : "0");
  }
  expect(found).toEqual(left);
});

test("a new session, key, id of a call or agent's claim is no new budget", async () => {
  const to = server();
  const outcomes = [];
  for (const n of [1, 2, 3])
    outcomes.push(
      await to.call(
        "notes.create",
        { text: `${n}`, cents: 250 },
        { idempotencyKey: `k${n}`, wire: { client: `c${n}`, session: `s${n}` } as never },
      ),
    );
  expect(outcomes.map(summary)).toEqual(["completed", "completed", "refused rate_limit_exceeded"]);
});

test("units are counted each by itself", async () => {
  const unit = "input.currency";
  const to = server({
    tools: [
      tool({
        inputSchema: { ...inputSchema, required: ["text", "cents", "currency"] },
        budget: { ...budget, unit },
      }),
    ],
  });
  expect(summary(await pay(to, 500, { currency: "EUR" }))).toBe("completed");
  expect(summary(await pay(to, 1, { currency: "EUR" }))).toBe("refused rate_limit_exceeded");
  expect(summary(await pay(to, 500, { currency: "USD" }))).toBe("completed");
});

test("a keyed repeat does not count twice", async () => {
  const to = server();
  const call = () => to.call("notes.create", { text: "x", cents: 300 }, { idempotencyKey: "k" });
  expect([summary(await call()), summary(await call())]).toEqual(["completed", "replayed"]);
  expect(await remains(to)).toEqual([200, 0]);
});

test("plans, questions and refusals count nothing, and the person reads what remains", async () => {
  const to = server({
    tools: [tool({ ...highRisk, inputSchema, budget, dryRun: { mode: "supported", preview } })],
  });
  for (let round = 0; round < 3; round++) {
    expect(summary(await pay(to, 400))).toBe("refused confirmation_required");
    expect(summary(await pay(to, 400, { dryRun: true }))).toBe("planned");
  }
  const input = { text: "x", cents: 400 };
  expect(summary(await to.approved("notes.create", input))).toBe("completed");
  const asked = await to.call("notes.create", { text: "y", cents: 30 }, { canAsk: true });
  expect(asked.kind === "input_required" && asked.request.message).toContain(
    "Budget: 500 of `input.cents` in 1 day, for each caller. This call needs 30 of 100 that remain.",
  );
  expect(summary(await to.call("notes.create", { text: "y", cents: 101 }, { canAsk: true }))).toBe(
    "refused rate_limit_exceeded",
  );
  expect(await to.call("notes.create", { text: "y", cents: 101, dryRun: true })).toMatchObject({
    kind: "planned",
    plan: { warnings: [expect.stringContaining("100 remains")] },
  });
});

test("a failure that did nothing returns the amount; any other outcome keeps it", async () => {
  const ends: Record<string, (fail: Record<string, (() => Error) | undefined>) => unknown> = {
    declared: (fail) => Promise.reject(fail["noteTooLong"]?.()),
    undeclared: () => Promise.reject(new Error("gone")),
    "a result that does not fit": () => ({ nothing: 1 }),
    "a timeout": () => new Promise(() => {}),
  };
  const found: Record<string, unknown> = {};
  for (const [name, end] of Object.entries(ends)) {
    const to = server({
      tools: [tool({ inputSchema, budget, timeoutMs: 20 })],
      execute: (input, { fail }) =>
        input["text"] === "x" && input["cents"] === 300 ? end(fail) : { id: "n" },
    });
    const outcome = await pay(to, 300);
    found[name] = [summary(outcome), await remains(to)];
  }
  expect(found).toEqual({
    declared: ["failed note_too_long", 500],
    undeclared: ["failed outcome_unknown", [200, 300]],
    "a result that does not fit": ["failed outcome_unknown", [200, 300]],
    "a timeout": ["failed outcome_unknown", [200, 300]],
  });
});

test("what a handler says after its time settles what was held", async () => {
  for (const [isDone, left] of [
    [true, [200, 0]],
    [false, 500],
  ] as const) {
    const end = Promise.withResolvers<void>();
    const to = server({
      tools: [tool({ inputSchema, budget, timeoutMs: 20 })],
      execute: async (input, { fail }) => {
        if (input["cents"] !== 300) return { id: "n" };
        await end.promise;
        if (!isDone) throw fail["noteTooLong"]?.();
        return { id: "n" };
      },
    });
    expect(summary(await pay(to, 300))).toBe("failed outcome_unknown");
    expect(await remains(to)).toEqual([200, 300]);
    end.resolve();
    await expect.poll(() => remains(to)).toEqual(left);
  }
});

test("of many calls at once as many pass as the budget has", async () => {
  const to = server();
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => pay(to, 90)));
  expect(outcomes.filter(({ kind }) => kind === "completed")).toHaveLength(5);
  expect(to.ran).toHaveLength(5);
  expect(await remains(to)).toEqual([50, 0]);
});

test("a call that a later check refuses returns its amount, also one whose reservation seemed to fail", async () => {
  const { store } = fixture();
  let fault: "lose" | "fail" | undefined = "lose";
  const losing: Store = {
    ...store,
    async insert(...given) {
      const isDone = fault === "fail" ? false : await store.insert(...given);
      if (fault === undefined) return isDone;
      fault = undefined;
      throw new Error("no answer");
    },
  };
  const to = server({ store: losing });
  expect(summary(await pay(to, 300))).toBe("refused server_unavailable");
  expect(await remains(to)).toBe(500);
  expect(to.ran).toHaveLength(1);
});

test("an amount that cannot be counted is refused", async () => {
  const open = tool({ inputSchema: { type: "object" }, budget });
  const to = server({ tools: [open] });
  for (const cents of [-1, "300", null, [300], undefined])
    expect(summary(await to.call("notes.create", { text: "x", ...(cents !== undefined && { cents }) }))).toBe(
      "refused invalid_input",
    );
  for (const cents of [Number.NaN, Infinity, -Infinity])
    expect((await to.call("notes.create", { text: "x", cents })).kind).toBe("refused");
  for (const cents of [1e308, Number.MAX_SAFE_INTEGER])
    expect(summary(await pay(to, cents))).toBe("refused rate_limit_exceeded");
  expect(summary(await pay(to, -0))).toBe("completed");
  expect(await remains(to)).toBe(500);
});

test("an amount that a default fills in counts", async () => {
  const properties = { text: { type: "string" }, cents: { type: "number", minimum: 0, default: 300 } };
  const to = server({ tools: [tool({ inputSchema: { type: "object", properties }, budget })] });
  const call = () => to.call("notes.create", { text: "x" });
  expect([summary(await call()), summary(await call())]).toEqual([
    "completed",
    "refused rate_limit_exceeded",
  ]);
});

test("a process that dies before the handler begins gives its amount to the next call with its key", async () => {
  const { store, clock } = fixture();
  let isDead = false;
  const gone = async (): Promise<never> => new Promise<never>(() => {});
  const dying: Store = {
    ...store,
    insert: (...given) => (isDead ? gone() : store.insert(...given)),
    replace: (...given) => (isDead ? gone() : store.replace(...given)),
    async get(key) {
      const stored = await (isDead ? gone() : store.get(key));
      // The reservation is the last thing that it writes.
      if (key.startsWith("call:") && (await store.list?.("budget:"))?.length) isDead = true;
      return isDead ? gone() : stored;
    },
  };
  const input = { text: "x", cents: 300 };
  void server({ store: dying, clock }).call("notes.create", input, { idempotencyKey: "k" });
  await expect.poll(() => isDead).toBe(true);
  const next = server({ store, clock });
  expect(await remains(next)).toEqual([200, 300]);
  clock.advance(60_000);
  const again = await next.call("notes.create", input, { idempotencyKey: "k" });
  expect([summary(again), await remains(next)]).toEqual(["completed", [200, 0]]);
});

test("what another tool finds out of a call spends what it held", async () => {
  const keyed = { ...budget, of: "input.cents" } as const;
  const properties = { book: { type: "string" }, text: { type: "string" }, cents: { type: "number" } };
  const pays = { ...create, inputSchema: { type: "object", properties }, budget: keyed };
  const { late, next, store } = await afterDeath((act) => act(), {
    tools: [pays, find],
    called: { book: "b", text: "a", cents: 300 },
  });
  void late;
  const [held] = (await store.list?.("budget:")) ?? [];
  expect(held?.value).toMatchObject({ spent: 0 });
  const after = next();
  const again = await after.call(
    "notes.create",
    { book: "b", text: "a", cents: 300 },
    { idempotencyKey: "k" },
  );
  expect(again).toMatchObject({ kind: "completed" });
  expect((await store.list?.("budget:"))?.[0]?.value).toEqual({ spent: 300, held: {} });
});

test("an operator's budget is enforced where the contract has none, and beside one that allows more", async () => {
  const budgets = { "notes.create": { ...budget, limit: 100 } };
  for (const tools of [[tool({ inputSchema })], [paid]]) {
    const to = server({ tools, budgets });
    expect(await pay(to, 101)).toMatchObject({
      failure: {
        code: "rate_limit_exceeded",
        retry: "never",
        message: expect.stringContaining("the operator's budget is 100 of `input.cents` in 1 day"),
        details: { by: "operator" },
      },
    });
    expect(summary(await pay(to, 80))).toBe("completed");
    expect(await pay(to, 21)).toMatchObject({
      failure: { message: expect.stringContaining("20 remains"), details: { by: "operator", remains: 20 } },
    });
    expect(summary(await to.call("notes.create", { text: "x", cents: -1 }))).toMatch(/^refused/);
    const other = server({ tools, budgets, store: to.store, clock: to.clock });
    expect(summary(await pay(other, 21))).toBe("refused rate_limit_exceeded");
    expect(summary(await pay(other, 20))).toBe("completed");
  }
});

test("an operator's budget that is larger than the contract's loosens nothing", async () => {
  const to = server({ budgets: { "notes.create": { ...budget, limit: 10_000 } } });
  expect(summary(await pay(to, 501))).toBe("refused rate_limit_exceeded");
  expect(await remains(to)).toBe(500);
});

test("the person reads what remains of both budgets", async () => {
  const to = server({
    tools: [tool({ ...highRisk, inputSchema, budget })],
    budgets: { "notes.create": { ...budget, limit: 400 } },
  });
  const asked = await to.call("notes.create", { text: "y", cents: 30 }, { canAsk: true });
  const message = asked.kind === "input_required" ? asked.request.message : "";
  expect(message).toContain("needs 30 of 500 that remain");
  expect(message).toContain("needs 30 of 400 that remain");
});

test.each<[string, string, object]>([
  ["of an unknown tool", "notes.creat", {}],
  ["of no argument", "notes.create", { of: "input.cent" }],
  ["of the input itself", "notes.create", { of: "input" }],
  ["of a name of every object", "notes.create", { of: "input.constructor" }],
  ["per nobody", "notes.create", { per: "nobody" }],
  ["without a limit", "notes.create", { limit: Number.NaN }],
  ["of nothing", "notes.create", { limit: 0 }],
  ["for ever", "notes.create", { everyMs: Infinity }],
])("a server does not start with an operator's budget %s", (_what, name, change) => {
  expect(() => server({ budgets: { [name]: { ...budget, ...change } } })).toThrow(TypeError);
});

test("a clock that is put back returns nothing", async () => {
  const to = server();
  await pay(to, 500);
  to.clock.advance(-10 * day);
  expect(summary(await pay(to, 1))).toBe("refused rate_limit_exceeded");
  to.clock.advance(10 * day + 1);
  expect(summary(await pay(to, 1))).toBe("refused rate_limit_exceeded");
});
