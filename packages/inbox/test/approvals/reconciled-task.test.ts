// A call that a person approved later, and whose process died before it could report.
import { inSteps, type RunStep } from "@proviso/server";
import { expect, test, vi } from "vitest";
import { anna, criticalRisk, preview, tool, type Fixture } from "../sample.ts";
import { annaHerself, inboxFixture, input, url } from "./people.ts";

const hour = 60 * 60_000;
const unkeyed = {
  ...criticalRisk,
  dryRun: { mode: "supported", preview },
  reconcile: "notes.find",
  timeoutMs: 10 * hour,
} as const;
const keyed = { ...unkeyed, idempotency: { key: ["text"], ttlMs: 30 * hour } };
const inputSchema = { type: "object", properties: { callId: {} }, required: ["callId"] };
const reader = tool({ name: "notes.find", inputSchema, sideEffects: [] });
const tools = [tool(keyed), reader];

/** The approved call has begun, and `isFound` says whether its effect happened. */
async function afterDeath(isFound: boolean, given: Fixture = { tools }) {
  const wrote: string[] = [];
  let plans = 0;
  const handlers = {
    "notes.create": {
      plan: () => ({ count: ++plans * 0 }),
      execute(_: unknown, { callId }: { readonly callId: string }) {
        wrote.push(callId);
        return new Promise(() => {});
      },
    },
    "notes.find": ({ callId }: { readonly callId: string }) => {
      if (!isFound || !wrote.includes(callId)) throw new Error("not found");
      return { id: "found" };
    },
  } as unknown as NonNullable<Fixture["handlers"]>;
  const options = { ...given, handlers, approvals: { url, tasks: true } };
  const killed = inboxFixture(options);
  const asked = await killed.call("notes.create", input);
  if (asked.kind !== "refused" || !asked.waits) throw new Error("it does not wait");
  const { approval } = asked.waits;
  await killed.server.waiting.tasks?.open?.(asked.waits, { principal: anna });
  await killed.desk.approve(approval, annaHerself);
  void killed.server.waiting.tasks?.get(approval, { principal: anna });
  await vi.waitFor(() => expect(wrote).toHaveLength(1), { timeout: 120_000 });
  const after = inboxFixture({ ...options, store: killed.store, clock: killed.clock });
  killed.clock.advance(11 * hour);
  const state = async (principal = anna) =>
    (await after.server.waiting.tasks?.get(approval, { principal }))?.state;
  return { after, state, wrote, plans: () => plans };
}

test("its task gets what the reader finds, and the call does not run again", async () => {
  const { state, wrote } = await afterDeath(true);
  const outcome = { kind: "completed", output: { id: "found" }, replayed: true };
  const ended = { kind: "completed", disposition: "approved-executed", outcome };
  expect([await state(), await state()]).toMatchObject([ended, ended]);
  expect(wrote).toHaveLength(1);
});

test("the same call, made again, gets it too, and asks nobody", async () => {
  const { after, wrote } = await afterDeath(true);
  expect(await after.call("notes.create", input)).toMatchObject({ kind: "completed", replayed: true });
  expect(wrote).toHaveLength(1);
});

test.each([
  ["the reader does not find it", false, anna],
  ["its caller has lost the rights", true, { ...anna, permissions: [] }],
])("its task ends as unknown if %s", async (_, isFound, principal) => {
  const { state, wrote } = await afterDeath(isFound);
  expect(await state(principal)).toMatchObject({ disposition: "outcome-unknown" });
  expect(wrote).toHaveLength(1);
});

test("a task without a key ends as unknown, and its call is not even planned again", async () => {
  const { plans, state, wrote } = await afterDeath(true, { tools: [tool(unkeyed), reader] });
  const before = plans();
  expect(await state()).toMatchObject({ disposition: "outcome-unknown" });
  expect([plans(), wrote.length]).toEqual([before, 1]);
});

test("a task works while its call has steps left, and ends when they are done", async () => {
  const contract = tool({ ...criticalRisk, idempotency: keyed.idempotency, timeoutMs: 20 });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const ran: string[] = [];
  const write = inSteps(async (_: unknown, { step }: { readonly step: RunStep }) => {
    await step("one", {}, () => promise.then(() => void ran.push("one")));
    await step("two", {}, () => void ran.push("two"));
    return { id: "n" };
  });
  const handlers = { "notes.create": write } as unknown as NonNullable<Fixture["handlers"]>;
  const { call, clock, desk, server } = inboxFixture({
    tools: [contract],
    handlers,
    approvals: { url, tasks: true },
  });
  const asked = await call("notes.create", input);
  if (asked.kind !== "refused" || !asked.waits) throw new Error("it does not wait");
  const { approval } = asked.waits;
  await server.waiting.tasks?.open?.(asked.waits, { principal: anna });
  await desk.approve(approval, annaHerself);
  const state = async () => (await server.waiting.tasks?.get(approval, { principal: anna }))?.state;
  expect(await state()).toEqual({ kind: "working" });
  resolve(undefined);
  await vi.waitFor(() => expect(ran).toEqual(["one"]), { timeout: 120_000 });
  clock.advance(21_000);
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ kind: "completed", disposition: "approved-executed" }),
    { timeout: 120_000 },
  );
  expect(ran).toEqual(["one", "two"]);
});
