// Calls that wait as tasks, in the shape of SEP-2848: a client of 2026-07-28 asks for the task until a person has decided.
import { Client } from "@modelcontextprotocol/client";
import { createTaskSessionFromClient, resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Principal } from "../../../server/src/api/outcome.ts";
import * as mcp2 from "../../../server/test/adapters/mcp2.ts";
import { annaHerself, inboxFixture, input, statesOf, url } from "../approvals/people.ts";
import { anna, ben, criticalRisk, preview, tool, type Fixture } from "../sample.ts";
import { serverInfo } from "../../../server/test/ways/server-info.ts";
import { connect2For2026 } from "./sdk-clients.ts";
import { clientInfo, rawClient, tasksDeclared, type Reply } from "./raw-client.ts";

const hour = 60 * 60_000;
const notFound = { code: -32602, message: "Task not found" };

type Server = ReturnType<typeof serverFor>;

function serverFor(options: Fixture = {}) {
  return inboxFixture({ tools: [tool(criticalRisk)], approvals: { url, tasks: true }, ...options });
}

/** Makes the call and gives the id of its task. */
async function begin(server: Server, principal?: Principal, more: { readonly _meta?: object } = {}) {
  const client = await rawClient(server.server, tasksDeclared, principal);
  const call = async (given: object = input): Promise<Reply> =>
    client.ask("tools/call", { name: "notes.create", arguments: given, ...more });
  const id = taskIdOf(await call());
  const get = (): Promise<Reply> => client.ask("tasks/get", { taskId: id });
  return { client, call, id, get };
}

function taskIdOf({ result }: Reply): string {
  const id: unknown = result?.["taskId"];
  if (typeof id !== "string") throw new Error(`no task: ${JSON.stringify(result)}`);
  return id;
}

/** The task and its end in words. */
function wordsOf({ result = {}, error }: Reply): unknown {
  if (error) return { code: error.code, message: error.message };
  const { status, result: ended } = result as {
    readonly status?: string;
    readonly result?: { readonly isError?: boolean; readonly _meta: Readonly<Record<string, unknown>> };
  };
  if (!ended) return status;
  return `${status}${ended.isError ? ", error" : ""}: ${ended._meta["io.modelcontextprotocol/tool-approval-disposition"]}`;
}

const ran = "completed: approved-executed";
const denied = "completed, error: denied-not-executed";
const unknown = "completed, error: outcome-unknown";

const approve = ({ desk }: Server, id: string) => desk.approve(id, annaHerself);

test("the official client of the extension gets the result when a person has approved, without knowing of approvals", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = serverFor();
  const { dispatch } = await rawClient(server.server);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await mcp2.connectMcp(server.server, theirs as never, { principal: anna, serverInfo });
  const client = new Client(clientInfo, {
    capabilities: tasksDeclared,
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  await client.connect(ours as never);
  const session = createTaskSessionFromClient(client, {
    endpointId: "sample",
    rawDispatch: dispatch,
    v2RequestFraming: { protocolVersion: "2026-07-28", clientInfo, clientCapabilities: tasksDeclared },
  });
  const execution = await session.callTool("notes.create", input);
  const settled = execution.settle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.ran).toEqual([]);
  const [{ id } = { id: "" }] = await server.desk.list(annaHerself);
  await approve(server, id);
  // To the next request and no further, or the tool's own time runs out at once.
  await vi.advanceTimersByTimeAsync(15_000);
  const { outcome } = await settled;
  expect(resultFromTaskOutcome(outcome)).toMatchObject({
    structuredContent: { id: "n1" },
    _meta: { "io.modelcontextprotocol/tool-approval-disposition": "approved-executed" },
  });
  expect(server.ran).toEqual([input]);
  await session.close();
  await client.close();
});

test("a task says when it was made, how long it lasts, and tells the model that nothing has happened", async () => {
  const server = serverFor();
  const client = await rawClient(server.server);
  const { result } = await client.ask("tools/call", { name: "notes.create", arguments: input });
  const [{ id } = { id: "" }] = await server.desk.list(annaHerself);
  expect(result).toMatchObject({
    resultType: "task",
    taskId: id,
    status: "working",
    createdAt: "2026-01-01T12:00:00.000Z",
    ttlMs: 27 * hour,
    pollIntervalMs: 15_000,
    _meta: {
      "io.modelcontextprotocol/model-immediate-response": expect.stringMatching(
        /^This call has not run yet.*Tell the user/,
      ),
    },
  });
  expect((await client.ask("tasks/get", { taskId: id })).result).toMatchObject({
    resultType: "complete",
    taskId: id,
    status: "working",
  });
});

test("an approved task runs once, whoever asks how often, and keeps its result", async () => {
  const server = serverFor();
  const { id, get, call } = await begin(server);
  expect(wordsOf(await get())).toBe("working");
  expect(taskIdOf(await call())).toBe(id);
  await approve(server, id);
  const replies = await Promise.all(Array.from({ length: 20 }, get));
  expect(replies.map(wordsOf)).toContain(ran);
  expect(server.ran).toEqual([input]);
  server.clock.advance(20 * hour);
  expect(wordsOf(await get())).toBe(ran);
  expect(server.ran).toEqual([input]);
  server.clock.advance(7 * hour);
  expect(wordsOf(await get())).toEqual(notFound);
});

test("a client that answers, sends approvals or makes up ids approves nothing", async () => {
  const server = serverFor();
  const { client, id, get } = await begin(server);
  const accepted = { confirm: { action: "accept", content: { confirm: true } } };
  expect(await client.ask("tasks/update", { taskId: id, inputResponses: accepted })).toMatchObject({
    result: { resultType: "complete" },
  });
  expect(
    wordsOf(await client.ask("tasks/get", { taskId: id, approved: true, inputResponses: accepted })),
  ).toBe("working");
  for (const taskId of [`${id}0`, `0000000000000000${id.slice(16)}`, "", "pending:", "__proto__"])
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"])
      expect(wordsOf(await client.ask(method, { taskId }))).toEqual(notFound);
  expect(wordsOf(await client.ask("tasks/get", {}))).toMatchObject({ code: -32602 });
  expect(wordsOf(await get())).toBe("working");
  expect(server.ran).toEqual([]);
});

test("a task of somebody else is not told from one that does not exist, approved or not", async () => {
  const server = serverFor();
  const { id, get } = await begin(server);
  await approve(server, id);
  for (const other of [ben, { ...anna, tenant: "other" }, { ...anna, kind: "user" as const }]) {
    const client = await rawClient(server.server, tasksDeclared, other);
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"])
      expect(wordsOf(await client.ask(method, { taskId: id }))).toEqual(notFound);
  }
  expect(server.ran).toEqual([]);
  expect(wordsOf(await get())).toBe(ran);
});

test("a client that vanishes can ask again on another connection, and at another server", async () => {
  const server = serverFor();
  const { client, id } = await begin(server);
  await client.close();
  const after = serverFor({ store: server.store, clock: server.clock });
  await approve(after, id);
  const again = await rawClient(after.server);
  expect(wordsOf(await again.ask("tasks/get", { taskId: id }))).toBe(ran);
  expect([server.ran, after.ran]).toEqual([[], [input]]);
});

test.each([
  ["declares no tasks", {}, { approvals: { url, tasks: true } }],
  ["declares tasks, at a server that has none", tasksDeclared, { approvals: { url } }],
])("a client that %s gets words", async (_, capabilities, options) => {
  const server = serverFor(options);
  const client = await rawClient(server.server, capabilities);
  const { result } = await client.ask("tools/call", { name: "notes.create", arguments: input });
  expect(result).toMatchObject({
    resultType: "complete",
    isError: true,
    _meta: { "dev.proviso/failure": { code: "approval_pending" } },
  });
  const missing = capabilities === tasksDeclared ? -32601 : -32021;
  expect(wordsOf(await client.ask("tasks/get", { taskId: "x" }))).toMatchObject({ code: missing });
  const { result: found } = await client.ask("server/discover", {});
  const isAnnounced = JSON.stringify(found).includes('"io.modelcontextprotocol/tool-approval"');
  expect(isAnnounced).toBe("tasks" in options.approvals);
});

test("a client that declares tasks and can take none loses its call, and nothing else", async () => {
  const server = serverFor();
  const client = await connect2For2026(server.server, { extensions: tasksDeclared.extensions });
  await expect(client.call("notes.create", input)).rejects.toMatchObject({ code: "UNSUPPORTED_RESULT_TYPE" });
  const [{ id } = { id: "" }] = await server.desk.list(annaHerself);
  await approve(server, id);
  expect(await client.call("notes.create", input)).toMatchObject({ structuredContent: { id: "n1" } });
  expect(server.ran).toEqual([input]);
  await client.close();
});

test("a client that opens links is offered the link, and then waits as a task", async () => {
  const server = serverFor();
  const client = await rawClient(server.server, { ...tasksDeclared, elicitation: { url: {} } });
  const call = { name: "notes.create", arguments: input };
  const { result } = await client.ask("tools/call", call);
  expect(result).toMatchObject({
    resultType: "input_required",
    inputRequests: { open: { params: { mode: "url" } } },
  });
  const opened = { inputResponses: { open: { action: "accept" } } };
  expect((await client.ask("tools/call", { ...call, ...opened })).result).toMatchObject({
    resultType: "task",
  });
});

test("a no, an expiry and a changed plan end the task, and nobody is asked anew", async () => {
  const no = serverFor();
  const first = await begin(no);
  await no.desk.deny(first.id, annaHerself, { reason: "Wrong customer." });
  const reply = await first.get();
  expect(wordsOf(reply)).toBe(denied);
  expect(JSON.stringify(reply)).toMatch(/Wrong customer.*The tool did not run\./);

  const late = serverFor();
  const second = await begin(late);
  late.clock.advance(hour);
  expect(wordsOf(await second.get())).toBe(denied);
  await approve(late, second.id);
  expect(wordsOf(await second.get())).toBe(denied);

  let count = 1;
  const planned = tool({ ...criticalRisk, dryRun: { mode: "supported", preview } });
  const moved = serverFor({ tools: [planned], plan: () => ({ count }) });
  const third = await begin(moved);
  await approve(moved, third.id);
  count = 2;
  expect(wordsOf(await third.get())).toMatch(/^completed, error: /);
  expect(statesOf(await moved.desk.list(annaHerself))).toEqual(["plan_changed"]);
  expect([no.ran, late.ran, moved.ran]).toEqual([[], [], []]);
});

test.each([
  ["at once, without a plan", {}],
  ["after it is planned", { dryRun: { mode: "supported", preview } }],
] as const)("a task that an approver has narrowed runs narrowed %s, and says so", async (_, more) => {
  const inputSchema = { type: "object", properties: { amount: { type: "integer" } } } as const;
  const confirmation = { kind: "always", by: "inbox", edit: ["amount"] } as const;
  const server = serverFor({ tools: [tool({ ...criticalRisk, inputSchema, confirmation, ...more })] });
  const client = await rawClient(server.server, tasksDeclared);
  const id = taskIdOf(await client.ask("tools/call", { name: "notes.create", arguments: { amount: 9 } }));
  const get = (): Promise<Reply> => client.ask("tasks/get", { taskId: id });
  await server.desk.approve(id, annaHerself, { change: { amount: 5 } });
  if ("dryRun" in more) {
    expect(wordsOf(await get())).toBe("working");
    expect(await server.desk.approve(id, annaHerself, { revision: 2 })).toMatchObject({
      ok: true,
    });
  }
  const ended = await get();
  expect(wordsOf(ended)).toBe(ran);
  expect(JSON.stringify(ended)).toContain("`amount` was 9 and is 5");
  expect((await get()).result).toEqual(ended.result);
  expect(server.ran).toEqual([{ amount: 5 }]);
});

test("a cancelled task cannot run, and a task that ran cannot be cancelled", async () => {
  const server = serverFor();
  const { client, id, get } = await begin(server);
  await approve(server, id);
  expect(await client.ask("tasks/cancel", { taskId: id })).toMatchObject({
    result: { resultType: "complete" },
  });
  expect(wordsOf(await get())).toBe("cancelled");
  expect(await approve(server, id)).toMatchObject({ ok: false, why: "ended" });
  expect(statesOf(await server.desk.list(annaHerself))).toEqual(["cancelled"]);
  expect(server.ran).toEqual([]);

  const other = await begin(server);
  await approve(server, other.id);
  expect(wordsOf(await other.get())).toBe(ran);
  await other.client.ask("tasks/cancel", { taskId: other.id });
  expect(wordsOf(await other.get())).toBe(ran);
  expect(server.ran).toEqual([input]);
});

test("the call is checked anew when it is made: rights that are gone stop it", async () => {
  const server = serverFor();
  const { id } = await begin(server);
  await approve(server, id);
  const poor = await rawClient(server.server, tasksDeclared, { ...anna, permissions: [] });
  expect(wordsOf(await poor.ask("tasks/get", { taskId: id }))).toBe(denied);
  expect(server.ran).toEqual([]);
});

test("what may pass keeps the task waiting: a log-in that is too old for the moment", async () => {
  const withLogIn = tool({ ...criticalRisk, stepUpAuth: { kind: "always", maxAgeMs: 60_000 } });
  const server = serverFor({ tools: [withLogIn] });
  const now = (): number => server.clock.now().getTime() / 1000;
  const fresh = (): Principal => ({ ...anna, authTime: now() });
  const { id } = await begin(server, fresh());
  await approve(server, id);
  server.clock.advance(120_000);
  const stale = await rawClient(server.server, tasksDeclared, {
    ...anna,
    authTime: now() - 120,
  });
  expect(wordsOf(await stale.ask("tasks/get", { taskId: id }))).toBe("working");
  const again = await rawClient(server.server, tasksDeclared, fresh());
  expect(wordsOf(await again.ask("tasks/get", { taskId: id }))).toBe(ran);
  expect(server.ran).toEqual([input]);
});

test("a handler's failure, and a server that is stopped meanwhile, are not taken for a no", async () => {
  const failing = serverFor({
    execute: () => {
      throw new Error("broken");
    },
  });
  const one = await begin(failing);
  await approve(failing, one.id);
  expect(wordsOf(await one.get())).toBe(unknown);

  const killed = serverFor({
    execute: () => new Promise(() => {}),
    tools: [tool({ ...criticalRisk, timeoutMs: 10 * hour })],
  });
  const two = await begin(killed);
  await approve(killed, two.id);
  void two.get();
  await vi.waitFor(() => expect(killed.ran).toHaveLength(1), { timeout: 120_000 });
  expect(wordsOf(await two.get())).toBe("working");
  const after = serverFor({
    store: killed.store,
    clock: killed.clock,
    tools: [tool({ ...criticalRisk, timeoutMs: 10 * hour })],
  });
  killed.clock.advance(11 * hour);
  const again = await rawClient(after.server);
  expect(wordsOf(await again.ask("tasks/get", { taskId: two.id }))).toBe(unknown);
  expect([killed.ran, after.ran]).toEqual([[input], []]);
});

test("an equal call that uses the approval leaves no second run to the task", async () => {
  const server = serverFor();
  const { id, call, get } = await begin(server);
  await approve(server, id);
  expect((await call()).result).toMatchObject({ resultType: "complete", structuredContent: { id: "n1" } });
  expect(wordsOf(await get())).toBe(unknown);
  expect(server.ran).toEqual([input]);
});

test("the call keeps its idempotency key", async () => {
  const keyed = tool({ ...criticalRisk, idempotency: { key: [], ttlMs: hour } });
  const server = serverFor({ tools: [keyed] });
  const more = { _meta: { "dev.proviso/idempotencyKey": "order-17" } };
  const { id, get, call } = await begin(server, anna, more);
  await approve(server, id);
  expect(wordsOf(await get())).toBe(ran);
  expect((await call()).result).toMatchObject({ _meta: { "dev.proviso/outcome": { replayed: true } } });
  expect(server.ran).toEqual([input]);
});

test("the store holds nothing of a task that can be read without the key", async () => {
  const server = serverFor();
  const { id } = await begin(server);
  await approve(server, id);
  const kept = await server.store.list?.("task:");
  expect(kept?.map(({ value }) => value)).toEqual([expect.any(String)]);
  expect(JSON.stringify(kept)).not.toMatch(/anna|notes/);
});
