// Calls made of steps as tasks of a client of 2026-07-28, of a server that has no inbox.
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { inSteps, type Durable, type Principal, type RunEngineStep, type RunStep } from "@proviso/server";
import { expect, test } from "vitest";
import type { HandlerTable } from "../../../server/src/api/handler.ts";
import { memoryStore } from "../../../server/src/testing.ts";
import { fixture, type Ports } from "../../../server/test/sample.ts";
import { anna, ben, tool } from "../sample.ts";
import { rawClient } from "./raw-client.ts";

const notFound = { error: { code: -32602, message: "Task not found" } };
const idempotency = { key: ["text"], ttlMs: 24 * 60 * 60_000 };
const undoInput = { type: "object", properties: { callId: {}, step: {} }, required: ["callId", "step"] };

/** An engine in memory that answers at once. */
function engine(): Durable {
  const runs = new Map<string, Promise<string>>();
  const done: string[] = [];
  const step: RunEngineStep = async (name, run) => {
    const result = await run();
    done.push(name);
    return result;
  };
  return {
    answerMs: 1,
    async start(id, run) {
      runs.set(id, run(step));
      runs.get(id)?.catch(() => {});
    },
    result: async (id) => (await runs.get(id)) ?? "",
    status: async () => ({ done }),
    cancel: async () => {},
    close: async () => {},
  };
}

/** A call that is in its second step until it is let go. */
async function begin(changes: Partial<ToolContract> = {}, principal?: Principal) {
  const { promise: waits, resolve: letGo, reject: breakDown } = Promise.withResolvers<undefined>();
  const { promise: isInTwo, resolve: arrive } = Promise.withResolvers<undefined>();
  const undone: unknown[] = [];
  const handler = async (_: unknown, { step }: { readonly step: RunStep }) => {
    await step("one", {}, () => ({}));
    await step("two", {}, async () => {
      arrive(undefined);
      await waits;
    });
    return { id: "n" };
  };
  const { server } = fixture({
    tools: [
      tool({ idempotency, timeoutMs: 60_000, compensate: "notes.undo", ...changes }),
      tool({ name: "notes.undo", inputSchema: undoInput, idempotency: { ...idempotency, key: ["callId"] } }),
    ],
    handlers: {
      "notes.create": inSteps(handler),
      "notes.undo": ({ step }: JsonObject) => ({ id: String(undone.push(step)) }),
    } as unknown as HandlerTable<Ports>,
    durable: engine(),
    clock: { now: () => new Date() },
    store: memoryStore(),
  });
  const client = await rawClient(server, undefined, principal);
  const call = { name: "notes.create", arguments: { text: "a" } };
  const { result } = await client.ask("tools/call", call);
  await isInTwo;
  return {
    breakDown: () => breakDown(new Error("broken")),
    call,
    client,
    letGo: () => letGo(undefined),
    server,
    task: result as unknown as JsonObject,
    undone,
  };
}

test("a call that goes on is a task with its steps, and then with its result; others do not find it", async () => {
  const { call, client, letGo, server, task } = await begin();
  const { taskId } = task;
  expect(task).toMatchObject({ resultType: "task", status: "working", pollIntervalMs: 15_000 });
  const get = () => client.ask("tasks/get", { taskId });
  expect(await get()).toMatchObject({ result: { status: "working", statusMessage: "Done: one." } });
  // The same call is the same task.
  expect(await client.ask("tools/call", call)).toMatchObject({ result: { taskId } });
  const other = await rawClient(server, undefined, ben);
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"])
    expect(await other.ask(method, { taskId })).toMatchObject(notFound);
  const plain = await rawClient(server, {});
  expect(await plain.ask("tools/call", call)).toMatchObject({ result: { isError: true } });
  letGo();
  await expect.poll(get).toMatchObject({
    result: { status: "completed", result: { resultType: "complete", structuredContent: { id: "n" } } },
  });
  expect(JSON.stringify(await get())).not.toContain("disposition");
});

test("a cancelled task says by name what is undone", async () => {
  const { client, letGo, task, undone } = await begin();
  const { taskId } = task;
  expect(await client.ask("tasks/cancel", { taskId })).toMatchObject({ result: {} });
  letGo();
  const statusMessage = "The call was cancelled. Step 2, `two`, is undone. Step 1, `one`, is undone.";
  await expect
    .poll(() => client.ask("tasks/get", { taskId }))
    .toMatchObject({ result: { status: "cancelled", statusMessage } });
  expect(undone).toEqual(["two", "one"]);
});

test("a caller who may not look is told so, and its task neither ends nor is cancelled", async () => {
  const { server, task } = await begin();
  const { taskId } = task;
  const without = await rawClient(server, undefined, { ...anna, permissions: [] });
  const statusMessage = expect.stringContaining("The caller lacks notes:write");
  expect(await without.ask("tasks/get", { taskId })).toMatchObject({
    result: { status: "working", statusMessage },
  });
  expect(await without.ask("tasks/cancel", { taskId })).toMatchObject({ error: { message: statusMessage } });
});

test("a task that needs a newer log-in to go on has not ended, and is not cancelled without it", async () => {
  const now = Math.floor(Date.now() / 1000);
  const stepUpAuth = { kind: "always", maxAgeMs: 60_000 } as const;
  const { breakDown, server, task } = await begin({ stepUpAuth }, { ...anna, authTime: now });
  const { taskId } = task;
  const old = await rawClient(server, undefined, { ...anna, authTime: now - 3600 });
  breakDown();
  const statusMessage = expect.stringContaining("needs a log-in of the last 1 minute");
  await expect
    .poll(() => old.ask("tasks/get", { taskId }))
    .toMatchObject({ result: { status: "working", statusMessage } });
  expect(await old.ask("tasks/cancel", { taskId })).toMatchObject({ error: { message: statusMessage } });
});

test("a server without an inbox offers tasks, and no approvals", async () => {
  const { client } = await begin();
  const { result } = await client.ask("server/discover", {});
  expect(JSON.stringify(result)).toContain("io.modelcontextprotocol/tasks");
  expect(JSON.stringify(result)).not.toContain("tool-approval");
});
