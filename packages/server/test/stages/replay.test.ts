import { expect, test } from "vitest";
import type { Idempotency, JsonObject } from "@proviso/manifest";
import type { InvokeOptions } from "../../src/api/outcome.ts";
import type { Store } from "../../src/api/ports.ts";
import { fingerprint } from "../../src/canonical/fingerprint.ts";
import { identityOf } from "../../src/canonical/identity.ts";
import { realmKey } from "../../src/canonical/realm.ts";
import { anna, ben, fixture, highRisk, preview, summary, tool } from "../sample.ts";
import type { Fixture } from "../sample.ts";

const day = 24 * 60 * 60_000;
const byText: Idempotency = { key: ["text"], ttlMs: day };
const inputSchema = { type: "object", properties: { text: {}, more: {} }, additionalProperties: false };
const explicit = { tools: [tool({ inputSchema })] };
const declared = { tools: [tool({ inputSchema, idempotency: byText })] };

type Step = readonly [input: object, options: Partial<InvokeOptions>, expected: string];

/** Calls one after the other; `runs` is how often the handler ran in all. */
async function check(given: Fixture, steps: readonly Step[], runs: number) {
  const server = fixture(given);
  for (const [input, { principal = anna, ...options }, expected] of steps) {
    expect(summary(await server.callAs(principal)("notes.create", input, options))).toBe(expected);
  }
  expect(server.ran).toHaveLength(runs);
  return server;
}

const key = { idempotencyKey: "k" };
test("the same key and arguments return the first outcome, marked replayed", async () => {
  const { call } = fixture(explicit);
  const first = await call("notes.create", { text: "a", more: 1 }, key);
  expect(await call("notes.create", { more: 1, text: "a" }, key)).toEqual({ ...first, replayed: true });
});
test("the same key with other arguments conflicts", () =>
  check(
    explicit,
    [
      [{ text: "a" }, key, "completed"],
      [{ text: "b" }, key, "refused idempotency_conflict"],
    ],
    1,
  ));
test("a call that conflicts is told which arguments make it the same, and what to do", async () => {
  const idempotency = { key: ["to", "text"], ttlMs: 60_000 };
  const noted = { type: "object", properties: { to: {}, text: {}, note: {} } };
  const { call } = fixture({ tools: [tool({ inputSchema: noted, idempotency })] });
  const told = async (given: object, options: object = {}) => {
    const outcome = await call("notes.create", given, options);
    return "failure" in outcome ? outcome.failure : outcome.kind;
  };
  expect(await told({ to: "a", text: "b", note: "c" }, key)).toBe("completed");
  const message = (what: string) =>
    `${what} was used for a call with other arguments, and this call was not made, because it may be the same again. Call with exactly the first arguments to get the first outcome.`;
  expect(await told({ to: "a", text: "b", note: "d" })).toMatchObject({
    message: message("The same `to`, `text`"),
  });
  expect(await told({ to: "z" }, key)).toMatchObject({ message: message("The same idempotency key") });
});

test("an outcome is stored under the product, the environment and the whole identity", async () => {
  const realm = { product: "sample", env: "live" } as const;
  const { call, store } = fixture(declared);
  await call("notes.create", { text: "a" }, key);
  for (const [kind, value] of [
    ["explicit", "k"],
    ["declared", fingerprint([["a"]])],
  ] as const)
    expect(
      await store.get(realmKey(realm, "call", kind, identityOf(anna), "notes.create", value)),
    ).toBeDefined();
});

test("without a key every call runs", () =>
  check(
    explicit,
    [
      [{ text: "a" }, {}, "completed"],
      [{ text: "a" }, {}, "completed"],
    ],
    2,
  ));
test("the same key of another principal, tenant or kind of principal is another key", () =>
  check(
    explicit,
    [
      [{ text: "a" }, key, "completed"],
      [{ text: "b" }, { ...key, principal: ben }, "completed"],
      [{ text: "c" }, { ...key, principal: { ...anna, tenant: "other" } }, "completed"],
      [{ text: "d" }, { ...key, principal: { ...anna, id: 'anna","acme' } }, "completed"],
      [{ text: "e" }, { ...key, principal: { ...anna, kind: "user" } }, "completed"],
    ],
    5,
  ));
test("the same key for another tool is another key", async () => {
  const { call, ran } = fixture({ tools: [tool(), tool({ name: "notes.other" })] });
  await call("notes.create", { text: "a" }, key);
  expect(summary(await call("notes.other", { text: "b" }, key))).toBe("completed");
  expect(ran).toHaveLength(2);
});
test("a key has 1 to 256 characters", () =>
  check(
    explicit,
    [
      [{}, { idempotencyKey: "" }, "refused invalid_input"],
      [{}, { idempotencyKey: "k".repeat(257) }, "refused invalid_input"],
      [{}, { idempotencyKey: "k".repeat(256) }, "completed"],
    ],
    1,
  ));

test("the declared fields are a key of their own, whatever explicit key comes with them", () =>
  check(
    declared,
    [
      [{ text: "a" }, {}, "completed"],
      [{ text: "a" }, {}, "replayed"],
      [{ text: "a" }, key, "replayed"],
      [{ text: "a", more: 1 }, {}, "refused idempotency_conflict"],
      [{ text: "b" }, {}, "completed"],
      [{}, {}, "completed"],
    ],
    3,
  ));
test("a permission that is gone ends the replay too", () =>
  check(
    declared,
    [
      [{ text: "a" }, {}, "completed"],
      [{ text: "a" }, { principal: { ...anna, permissions: [] } }, "refused permission_denied"],
    ],
    1,
  ));

test("what needed a fresh log-in to be done needs one to be told again", async () => {
  const stepUpAuth = { kind: "always", maxAgeMs: 60_000 } as const;
  const { callAs, clock, ran } = fixture({ tools: [tool({ inputSchema, idempotency: byText, stepUpAuth })] });
  const logIn = () => ({ ...anna, authTime: clock.now().getTime() / 1000 });
  const [first, input] = [logIn(), { text: "a" }];
  expect(summary(await callAs(first)("notes.create", input))).toBe("completed");
  clock.advance(61_000);
  expect(summary(await callAs(first)("notes.create", input))).toBe("refused step_up_required");
  expect(summary(await callAs(logIn())("notes.create", input))).toBe("replayed");
  expect(ran).toHaveLength(1);
});

/** Calls once, then again on a server with another contract or another key over the same store. */
async function repeatOn(changes: Fixture): Promise<string> {
  const { call, clock, store } = fixture(declared);
  expect(summary(await call("notes.create", { text: "a" }))).toBe("completed");
  const restarted = fixture({ ...declared, ...changes, clock, store });
  const outcome = summary(await restarted.call("notes.create", { text: "a" }));
  expect(restarted.ran).toEqual([]);
  return outcome;
}
const withOutput = (outputSchema: JsonObject): Fixture => ({
  tools: [tool({ inputSchema, idempotency: byText, outputSchema })],
});
test("under another contract a result is told again if it still fits", async () =>
  expect(await repeatOn(withOutput({ type: "object", required: ["id"] }))).toBe("replayed"));
test("a result that no longer fits its contract is withheld, and nothing runs again", async () =>
  expect(await repeatOn(withOutput({ type: "object", required: ["number"] }))).toBe(
    "refused idempotency_conflict",
  ));
test("an outcome that was sealed with another state key is not known, and nothing runs again", async () =>
  expect(await repeatOn({ stateKeys: [new Uint8Array(32).fill(8)] })).toBe("refused outcome_unknown"));

test("the store holds no output in plain text", async () => {
  const { store } = fixture();
  const written: string[] = [];
  const put: typeof store.put = (...given) => {
    written.push(JSON.stringify(given));
    return store.put(...given);
  };
  const server = fixture({ ...declared, store: { ...store, put }, execute: () => ({ id: "s3cret" }) });
  for (let time = 0; time < 2; time++)
    expect(await server.call("notes.create", { text: "a" })).toMatchObject({ output: { id: "s3cret" } });
  expect(written).toHaveLength(1);
  expect(written.join()).not.toMatch(/s3cret|completed/);
});

test("an outcome is forgotten after its time", async () => {
  const { call, clock, ran } = fixture(declared);
  await call("notes.create", { text: "a" });
  clock.advance(day);
  expect(summary(await call("notes.create", { text: "a" }))).toBe("completed");
  expect(ran).toHaveLength(2);
});
test("an outcome counts only while its condition holds", async () => {
  const idempotency = { ...byText, until: "timestamp(input.text) > now" };
  const text = { type: "string" };
  const { call, clock, ran } = fixture({
    tools: [tool({ inputSchema: { ...inputSchema, properties: { text } }, idempotency })],
  });
  const input = { text: "2026-01-01T13:00:00Z" };
  const outcomes = [];
  for (let hour = 0; hour < 3; hour++) {
    outcomes.push(summary(await call("notes.create", input)));
    clock.advance(45 * 60_000);
  }
  expect(outcomes).toEqual(["completed", "replayed", "completed"]);
  expect(ran).toHaveLength(2);
});
test("a condition that cannot be evaluated keeps the outcome", () =>
  check(
    { tools: [tool({ inputSchema, idempotency: { ...byText, until: "input.text.day > now" } })] },
    [
      [{ text: "a" }, {}, "completed"],
      [{ text: "a" }, {}, "replayed"],
    ],
    1,
  ));

test("of many equal calls at once one runs, and the others wait for its outcome", async () => {
  const { promise, finish } = later({ id: "n" });
  const server = fixture({ ...declared, execute: () => promise });
  const calls = Array.from({ length: 50 }, () => server.call("notes.create", { text: "a" }));
  const other = await Promise.race([...calls, server.call("notes.create", { text: "a", more: 1 })]);
  expect(summary(other)).toBe("refused idempotency_conflict");
  finish();
  expect((await Promise.all(calls)).map(summary).toSorted()).toEqual([
    "completed",
    ...Array(49).fill("replayed"),
  ]);
  expect(server.ran).toHaveLength(1);
});

test("a call that waits for an equal one gives up with its caller, or when the tool should have ended", async () => {
  const server = fixture({
    tools: [tool({ inputSchema, idempotency: byText, timeoutMs: 50 })],
    store: slowly(fixture().store, 500),
  });
  const controller = new AbortController();
  const calls = [
    server.call("notes.create", { text: "a" }),
    server.call("notes.create", { text: "a" }, { signal: controller.signal }),
    server.call("notes.create", { text: "a" }),
  ];
  controller.abort();
  expect((await Promise.all(calls)).map(summary)).toEqual([
    "completed",
    "refused in_progress",
    "refused in_progress",
  ]);
});

/** A store that takes time to write. */
function slowly(store: Store, ms: number): Store {
  const wait = () => new Promise((resolve) => setTimeout(resolve, ms));
  return { ...store, put: (...given) => wait().then(() => store.put(...given)) };
}

test("one instant is one key, however it is written, and the same arguments", async () => {
  const at = { type: "string", format: "date-time" };
  const idempotency = { key: ["until"], ttlMs: day };
  const schema = {
    type: "object",
    properties: { until: at, more: { type: "array", items: { anyOf: [{ type: "null" }, at] } }, text: {} },
  };
  const { call, ran } = fixture({ tools: [tool({ inputSchema: schema, idempotency })] });
  const words = [];
  for (const [until, other] of [
    ["2026-01-01T12:00:00Z", "2026-03-01T00:00:00.120Z"],
    ["2026-01-01T13:00:00+01:00", "2026-02-28T19:00:00.12-05:00"],
    ["2026-01-01t12:00:00.000z", "2026-03-01T00:00:00.1200Z"],
  ])
    words.push(summary(await call("notes.create", { until, more: [null, other] })));
  expect(words).toEqual(["completed", "replayed", "replayed"]);
  expect(ran).toEqual([{ until: "2026-01-01T12:00:00Z", more: [null, "2026-03-01T00:00:00.120Z"] }]);
  const later1 = { until: "2026-01-01T12:00:00.001Z", text: "2026-01-01T12:00:00Z" };
  expect(summary(await call("notes.create", later1))).toBe("completed");
  const asText = { ...later1, text: "2026-01-01T13:00:00+01:00" };
  expect(summary(await call("notes.create", asText))).toBe("refused idempotency_conflict");
});

test("a declared failure frees the key, whatever its advice: what was refused today may be right tomorrow", async () => {
  const failing = (code: string): Fixture => ({
    ...declared,
    execute: (_input, { fail }) => {
      throw fail[code]?.();
    },
  });
  const step = (code: string): Step => [{ text: "a" }, {}, `failed ${code}`];
  await check(failing("diskBusy"), [step("disk_busy"), step("disk_busy")], 2);
  await check(failing("noteTooLong"), [step("note_too_long"), step("note_too_long")], 2);
});

test("an undeclared failure is not run again: it may have had its effect", () =>
  check(
    { ...declared, execute: () => Promise.reject(new Error("after the effect")) },
    [
      [{ text: "a" }, {}, "failed outcome_unknown"],
      [{ text: "a" }, {}, "failed outcome_unknown"],
    ],
    1,
  ));

test("a refusal and a question free the key", async () => {
  const server = fixture({ tools: [tool({ ...highRisk, inputSchema, idempotency: byText })] });
  const input = { text: "a" };
  expect(summary(await server.call("notes.create", input, key))).toBe("refused confirmation_required");
  expect(summary(await server.call("notes.create", input, { ...key, canAsk: true }))).toBe("input_required");
  expect(summary(await server.approved("notes.create", input, key))).toBe("completed");
  expect(summary(await server.call("notes.create", input, key))).toBe("replayed");
  expect(server.ran).toHaveLength(1);
});

test("a dry run claims no key", async () => {
  const dryRun = { mode: "supported", preview } as const;
  await check(
    { tools: [tool({ inputSchema, idempotency: byText, dryRun })] },
    [
      [{ text: "a", dryRun: true }, key, "planned"],
      [{ text: "a" }, key, "completed"],
      [{ text: "a", dryRun: true }, key, "planned"],
    ],
    1,
  );
});

test("a process that dies in the middle of an effect leaves it unknown, and nothing runs again", async () => {
  const timeoutMs = 1000;
  const tools = [tool({ inputSchema, idempotency: byText, timeoutMs })];
  const dying = fixture({ tools, execute: () => new Promise(() => {}) });
  void dying.call("notes.create", { text: "a" });
  while (dying.ran.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const { store, clock } = dying;
  const restarted = fixture({ tools, store, clock });
  const told = await restarted.call("notes.create", { text: "a" });
  expect(told).toMatchObject({
    failure: {
      code: "in_progress",
      message: expect.stringContaining("in 20 s"),
      details: { retryAfterMs: 20_000 },
    },
  });
  clock.advance(20_000);
  expect(summary(await restarted.call("notes.create", { text: "a" }))).toBe("refused outcome_unknown");
  expect(restarted.ran).toEqual([]);
});

test("what has no effect is done again once the process that died with it is given up", async () => {
  const { hints } = tool();
  const tools = [tool({ inputSchema, sideEffects: [], hints: { ...hints, readOnlyHint: true } })];
  const dying = fixture({ tools, execute: () => new Promise(() => {}) });
  void dying.call("notes.create", { text: "a" }, key);
  while (dying.ran.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const { store, clock } = dying;
  const restarted = fixture({ tools, store, clock });
  expect(summary(await restarted.call("notes.create", { text: "a" }, key))).toBe("refused in_progress");
  clock.advance(20_000);
  expect(summary(await restarted.call("notes.create", { text: "a" }, key))).toBe("completed");
});

test("an outcome that cannot be remembered is still told, and a repeat is refused", async () => {
  const { store } = fixture();
  const faults: string[] = [];
  const server = fixture({
    ...declared,
    store: { ...store, put: () => Promise.reject(new Error("full")) },
    onFault: (error, name) => void faults.push(`${name}: ${String(error)}`),
  });
  expect(summary(await server.call("notes.create", { text: "a" }))).toBe("completed");
  expect(summary(await server.call("notes.create", { text: "a" }))).toBe("refused in_progress");
  expect([server.ran.length, faults]).toEqual([1, ["notes.create: Error: full"]]);
});

test("a call that was so slow that another one took its key runs nothing", async () => {
  const tools = [
    tool({ inputSchema, idempotency: byText, dryRun: { mode: "supported", preview }, timeoutMs: 600_000 }),
  ];
  const { promise: planned, finish } = later({ count: 1 });
  const begun: object[] = [];
  const slow = fixture({ tools, plan: () => (begun.push(planned), planned) });
  const late = slow.call("notes.create", { text: "a" });
  while (begun.length === 0) await new Promise((resolve) => setImmediate(resolve));
  slow.clock.advance(20_000);
  const { promise: executed, finish: finishOther } = later({ id: "n" });
  const other = fixture({ tools, store: slow.store, clock: slow.clock, execute: () => executed });
  const first = other.call("notes.create", { text: "a" });
  while (other.ran.length === 0) await new Promise((resolve) => setImmediate(resolve));
  finish();
  expect(summary(await late)).toBe("refused in_progress");
  expect(slow.ran).toEqual([]);
  finishOther();
  expect(summary(await first)).toBe("completed");
});

/** A promise that the test resolves. */
function later<T>(value: T): { readonly promise: Promise<T>; finish(): void } {
  let finish = (): void => {};
  const promise = new Promise<T>((resolve) => {
    finish = () => resolve(value);
  });
  return { promise, finish: () => finish() };
}
