// What a writer of the store without its keys, a broken store and a changed handler make of a call made of steps.
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { Principal } from "../../src/api/principal.ts";
import { callAs } from "../../src/testing.ts";
import { anna, ben, summary, tool } from "../sample.ts";
import { type Body, memoryEngine, names, stepped, world } from "../steps-world.ts";

const broken: Body = async (_input, { step }) => {
  await step("one", { name: "one" }, () => ({ id: "one" }));
  throw new TypeError("no connection");
};

test.each<[string, Principal, string, readonly string[]]>([
  ["another person", ben, "completed", names],
  ["the same id in another tenant", { ...anna, tenant: "other" }, "completed", names],
  ["a caller who has lost the permission", { ...anna, permissions: [] }, "refused permission_denied", []],
  ["the caller", anna, "completed", names.slice(1)],
])("a call that was left is made again by %s", async (_who, principal, word, effects) => {
  const here = world();
  expect(await here.again(broken)).toBe("failed internal_error");
  here.clock.advance(21_000);
  expect(summary(await callAs(here.start().server, principal)("notes.create", { text: "a" }))).toBe(word);
  expect(here.effects).toEqual(effects);
});

test("a declared failure before the steps of a call that goes on does not let its steps run again", async () => {
  const here = world();
  const ones: string[] = [];
  let end: "diskBusy" | "broken" | "ends" = "broken";
  const body: Body = async (_input, { fail, step }) => {
    if (end === "diskBusy") throw fail.diskBusy?.();
    await step("one", {}, (key) => ones.push(key));
    if (end === "broken") throw new TypeError("no connection");
    return { id: "n" };
  };
  const words = [await here.again(body)];
  end = "diskBusy";
  words.push(await here.again(body));
  end = "ends";
  words.push(await here.again(body));
  expect(words).toEqual(["failed internal_error", "failed disk_busy", "completed"]);
  expect(ones).toHaveLength(1);
});

test("a call whose arguments in the store can no longer be read does not go on without them", async () => {
  const here = world(stepped({ inputSchema: { type: "object", properties: { text: { type: "string" } } } }));
  expect(await here.again(broken)).toBe("failed internal_error");
  const inputs = [...((await here.store.list?.("step:")) ?? [])];
  expect(inputs).toHaveLength(2);
  for (const { key, value } of inputs)
    await here.store.put(key, `${String(value).slice(0, -4)}AAAA`, new Date(8.64e15));
  here.clock.advance(21_000);
  expect(await here.start().call("notes.create", { text: "a" })).toMatchObject({
    kind: "refused",
    failure: { code: "outcome_unknown", message: expect.stringContaining("can no longer be read") },
  });
  expect(here.effects).toEqual([]);
});

test("who writes the store without its keys cannot give a call the steps and arguments of another", async () => {
  const here = world();
  const made = (text: string, body?: Body) => here.start(body).call("notes.create", { text });
  await made("a", broken);
  const [a] = (await here.store.list?.("call:")) ?? [];
  await made("b", broken);
  const b = (await here.store.list?.("call:"))?.find(({ key }) => key !== a?.key);
  if (!a || !b) throw new Error("there are two calls");
  const { work } = a.value as JsonObject;
  await here.store.put(b.key, { ...(b.value as JsonObject), work: work ?? null }, b.expiresAt);
  const seen: JsonObject[] = [];
  here.clock.advance(21_000);
  const outcome = await made("b", (input, { step }) => {
    seen.push(input);
    return step("two", {}, (key) => here.act("two", key));
  });
  expect(summary(outcome)).toBe("refused outcome_unknown");
  expect([seen, here.effects]).toEqual([[], []]);
});

test("a call under whose two keys two other calls were left goes on with neither of them", async () => {
  const here = world();
  const { idempotency: _none, ...contract } = stepped();
  const made = (idempotencyKey: string, now: ToolContract, body?: Body) => {
    here.clock.advance(21_000);
    return here
      .start(body, undefined, undefined, now)
      .call("notes.create", { text: "a" }, { idempotencyKey });
  };
  const words = [
    await made("k", tool(contract), broken),
    await made("m", stepped(), broken),
    // The contract's key is that of `m` since.
    await made("k", stepped()),
    await made("m", stepped()),
  ];
  expect(words.map(summary)).toEqual([
    "failed internal_error",
    "failed internal_error",
    "refused outcome_unknown",
    "completed",
  ]);
  expect(here.effects).toEqual(["two", "three"]);
  expect(words[2]).toMatchObject({
    failure: { message: expect.stringContaining("began and never reported") },
  });
});

test("an engine that has a step's result does not return it for another input", async () => {
  const here = world();
  const durable = memoryEngine();
  const made = (name: string, isLast: boolean) => {
    here.clock.advance(21_000);
    const body: Body = async (_input, { step }) => {
      await step("one", { name }, (key) => here.act("one", key));
      if (!isLast) throw new TypeError("no connection");
      return await step("two", {}, (key) => here.act("two", key));
    };
    return here.start(body, undefined, durable).call("notes.create", { text: "a" });
  };
  const words = [await made("one", false), await made("other", true), await made("one", true)];
  expect(words.map(summary)).toEqual(["failed internal_error", "failed outcome_unknown", "completed"]);
  expect(here.effects).toEqual(["one", "two"]);
});

test("a handler that catches the loss of a step's result does no more", async () => {
  const here = world();
  const { put } = here.store;
  const body: Body = async (_input, { step }) => {
    Object.assign(here.store, { put: () => Promise.reject(new Error("the store is gone")) });
    await step("one", {}, (key) => here.act("one", key)).catch(() => {});
    Object.assign(here.store, { put });
    await step("two", {}, (key) => here.act("instead", key)).catch(() => {});
    return { id: "n" };
  };
  expect(await here.again(body)).toBe("failed outcome_unknown");
  expect(here.effects).toEqual(["one"]);
});

test("a tool that soon forgets its calls undoes a step once, and is not asked anew whether it has", async () => {
  let undone = 0;
  const idempotency = { key: ["callId"], ttlMs: 24 * 60 * 60_000, until: "input.step == 'another'" };
  const inputSchema = {
    type: "object",
    properties: { callId: { type: "string" }, step: { type: "string" } },
    required: ["callId", "step"],
  };
  const undoer = tool({ name: "notes.undo", inputSchema, idempotency, reconcile: "notes.find" });
  const undo = () => {
    undone++;
    throw new TypeError("the connection broke off, and it is undone");
  };
  const here = world(stepped({ compensate: "notes.undo" }), { undoer, undo });
  const body: Body = async (_input, { fail, step }) => {
    await step("one", {}, (key) => here.act("one", key));
    throw fail["noteTooLong"]?.("Too long.");
  };
  for (const _ of names) expect(await here.again(body)).toBe("failed in_progress");
  expect(undone).toBe(1);
});
