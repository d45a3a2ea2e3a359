// The state of an idempotency key after a caller, a handler or a store failed in the middle of a call.
import { expect, test } from "vitest";
import { ToolFailure } from "../../src/api/failure.ts";
import type { Store } from "../../src/api/ports.ts";
import { fixture, summary, tool } from "../sample.ts";

const inputSchema = { type: "object", properties: { text: {} }, additionalProperties: false };
const idempotency = { key: ["text"], ttlMs: 24 * 60 * 60_000 };
const declared = { tools: [tool({ inputSchema, idempotency })] };
const key = { idempotencyKey: "k" };

test("an interrupted call that ends after all replaces its unknown outcome, and is recorded", async () => {
  for (const [end, repeated] of [
    [(context: Ended) => context.finish({ id: "n9" }), "replayed"],
    [(context: Ended) => context.fail(new ToolFailure("disk_busy")), "completed"],
  ] as const) {
    const { promise, resolve, reject } = open<object>();
    const server = fixture({
      tools: [tool({ inputSchema, idempotency, timeoutMs: 20 })],
      execute: () => (server.ran.length === 1 ? promise : { id: "again" }),
    });
    expect(summary(await server.call("notes.create", { text: "a" }, key))).toBe("failed outcome_unknown");
    expect(summary(await server.call("notes.create", { text: "a" }, key))).toBe("failed outcome_unknown");
    end({ finish: resolve, fail: reject });
    while (!server.audit.records.some(({ kind }) => kind === "settlement"))
      await new Promise((wait) => setTimeout(wait, 1));
    expect(summary(await server.call("notes.create", { text: "a" }, key))).toBe(repeated);
    const [first] = server.audit.records;
    const settled = server.audit.records.find(({ kind }) => kind === "settlement");
    expect(settled).toMatchObject({ callId: first?.callId, tool: "notes.create", event: "note.created" });
    expect(settled).not.toHaveProperty("contractHash");
  }
});

test("an interrupted call of which nothing is known even when it ends leaves no settlement", async () => {
  const { promise, reject } = open<object>();
  const server = fixture({ tools: [tool({ inputSchema, timeoutMs: 20 })], execute: () => promise });
  expect(summary(await server.call("notes.create", { text: "a" }))).toBe("failed outcome_unknown");
  reject(new TypeError("undeclared"));
  await server.call("notes.create", { text: "b" });
  expect(server.audit.records.map(({ kind }) => kind)).toEqual(["intent", "outcome", "intent", "outcome"]);
});

interface Ended {
  finish(value: object): void;
  fail(error: Error): void;
}

/** A promise that the test resolves or rejects. */
function open<T>() {
  let [resolve, reject]: [(value: T) => void, (error: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((done, fail) => ([resolve, reject] = [done, fail]));
  return { promise, resolve: (value: T) => resolve(value), reject: (error: Error) => reject(error) };
}

test("a keyed write goes on when its caller is gone, and tells whoever calls again", async () => {
  const { promise, resolve } = open<object>();
  const controller = new AbortController();
  const server = fixture({ ...declared, execute: () => promise });
  const first = server.call("notes.create", { text: "a" }, { signal: controller.signal });
  while (server.ran.length === 0) await new Promise((wait) => setImmediate(wait));
  controller.abort();
  const again = server.call("notes.create", { text: "a" });
  resolve({ id: "n" });
  expect([summary(await first), summary(await again)]).toEqual(["completed", "replayed"]);
});

test("a store that breaks at any step leaves no key locked once it is back", async () => {
  for (const broken of ["insert", "get", "replace"] as const) {
    const { store } = fixture();
    let isBroken = false;
    const failing = {
      ...store,
      // The store writes, and its response is lost.
      [broken]: async (...given: never[]) => {
        const answer = await (store[broken] as (...all: never[]) => Promise<unknown>)(...given);
        if (isBroken) throw new Error("lost");
        return answer;
      },
    } as Store;
    const server = fixture({ ...declared, store: failing });
    isBroken = true;
    expect(summary(await server.call("notes.create", { text: "a" }))).toBe("refused server_unavailable");
    isBroken = false;
    const words: string[] = [];
    while (!["completed", "replayed"].includes(words.at(-1) ?? "")) {
      words.push(summary(await server.call("notes.create", { text: "a" })));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(words.slice(0, -1).filter((word) => word !== "refused in_progress")).toEqual([]);
    expect(server.ran).toHaveLength(1);
  }
});

test("what throws after the effect, our own code included, does not free the key", async () => {
  // The schema of the output cannot be compiled, which is found when there is an output.
  const outputSchema = { $ref: "#/$defs/nowhere" };
  const server = fixture({ tools: [tool({ inputSchema, idempotency, outputSchema })] });
  const words = [];
  for (const ms of [0, 19_000, 1000, 60_000]) {
    server.clock.advance(ms);
    words.push(summary(await server.call("notes.create", { text: "a" })));
  }
  expect(words).toEqual([
    "failed outcome_unknown",
    "refused in_progress",
    "refused outcome_unknown",
    "refused outcome_unknown",
  ]);
  expect(server.ran).toHaveLength(1);
});

test("a server that stops waits within its grace for a handler that outlasted its call, and records what came of it", async () => {
  const effect = Promise.withResolvers<{ readonly id: string }>();
  const tools = [tool({ timeoutMs: 10 })];
  const server = fixture({ tools, execute: () => effect.promise });
  expect(summary(await server.call("notes.create", { text: "a" }))).toBe("failed outcome_unknown");
  let isClosed = false;
  const closed = server.server.close({ graceMs: 60_000 }).then(() => (isClosed = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isClosed).toBe(false);
  effect.resolve({ id: "n1" });
  await closed;
  expect(server.audit.records.at(-1)).toMatchObject({ kind: "settlement", outcome: "completed" });
});

test("but not longer, for one that never ends", async () => {
  const server = fixture({ tools: [tool({ timeoutMs: 10 })], execute: () => new Promise(() => {}) });
  expect(summary(await server.call("notes.create", { text: "a" }))).toBe("failed outcome_unknown");
  await server.server.close({ graceMs: 20 });
});
