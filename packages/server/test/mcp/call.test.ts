import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import type { Principal } from "../../src/outcome.ts";
import { anna, failureMode, fixture, highRisk, preview, tool, type Fixture } from "../sample.ts";
import { connectInMemory, raw, rpcError } from "./harness.ts";

async function check(
  options: Fixture,
  params: Record<string, unknown>,
  expected: unknown,
  principal: Principal = anna,
): Promise<void> {
  const client = await connectInMemory(fixture(options).server, { principal });
  expect(await raw(client, "tools/call", { name: "notes.create", ...params })).toEqual(expected);
  await client.close();
}

const createNote = { arguments: { text: "hello" } };

test("a completed call is structured content, the same as text, and how it came about", () =>
  check({}, createNote, {
    structuredContent: { id: "n1" },
    content: [{ type: "text", text: '{"id":"n1"}' }],
    _meta: { "dev.proviso/outcome": { kind: "completed", replayed: false } },
  }));

test("a dry run is a plan", () =>
  check(
    { tools: [tool({ dryRun: { mode: "supported", preview } })] },
    { arguments: { text: "hello", dryRun: true } },
    expect.objectContaining({
      structuredContent: expect.objectContaining({ dryRun: true, count: 1 }),
      _meta: { "dev.proviso/outcome": { kind: "planned", replayed: false } },
    }),
  ));

test("a refused call is an error with a sentence and its failure, without structured content", () =>
  check(
    {},
    createNote,
    {
      isError: true,
      content: [{ type: "text", text: expect.stringContaining("notes:write") }],
      _meta: {
        "dev.proviso/failure": expect.objectContaining({ code: "permission_denied", retry: "never" }),
      },
    },
    { ...anna, permissions: [] },
  ));

test("a failed call says with which declared failure, and what its handler told about it", () =>
  check(
    {
      tools: [tool({ failureModes: [failureMode("disk_busy", "after")] })],
      execute: (_, { fail }) => {
        throw fail["diskBusy"]?.("Try later.", { disk: 3 });
      },
    },
    createNote,
    {
      isError: true,
      content: [{ type: "text", text: "Try later." }],
      _meta: {
        "dev.proviso/failure": {
          code: "disk_busy",
          message: "Try later.",
          retry: "after",
          details: { disk: 3 },
        },
      },
    },
  ));

test("arguments that are left out are no arguments, and are validated like any", () =>
  check(
    {},
    {},
    expect.objectContaining({
      _meta: { "dev.proviso/failure": expect.objectContaining({ code: "invalid_input" }) },
    }),
  ));

test("an unknown, a forbidden and a hidden tool answer alike, whatever the arguments", async () => {
  const tools = [
    tool(),
    tool({ name: "notes.forbid", riskLevel: "forbidden" }),
    tool({ ...highRisk, name: "notes.hidden" }),
  ];
  const { server } = fixture({ tools, visible: (one) => one.name !== "notes.hidden" });
  const client = await connectInMemory(server);
  for (const params of [{}, { arguments: { text: "a" } }, { arguments: { dryRun: true } }, { task: {} }]) {
    const errors = await Promise.all(
      ["notes.absent", "notes.forbid", "notes.hidden"].map((name) => rpcError(client, name, params)),
    );
    const texts = errors.map((error) =>
      JSON.stringify(error).replaceAll(/notes\.(forbid|hidden)/g, "notes.absent"),
    );
    expect(new Set(texts).size).toBe(1);
  }
  const error = await rpcError(client, "notes.forbid");
  expect(error).toEqual({
    code: -32602,
    message: "MCP error -32602: Unknown tool: notes.forbid",
    data: undefined,
  });
});

test("own properties of objects are no tools", async () => {
  const client = await connectInMemory(fixture().server);
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
    expect((await rpcError(client, name)).message).toContain(`Unknown tool: ${name}`);
});

test("a call as a task is refused before anything runs", async () => {
  const { server, ran } = fixture();
  const client = await connectInMemory(server);
  expect(await rpcError(client, "notes.create", { ...createNote, task: { ttl: 1000 } })).toMatchObject({
    code: expect.any(Number),
  });
  expect(ran).toEqual([]);
});

test("an idempotency key in `_meta` makes a repeated call return the first outcome", async () => {
  const idempotency = { key: [], ttlMs: 60_000 };
  const { server, ran } = fixture({ tools: [tool({ idempotency })] });
  const client = await connectInMemory(server);
  const params = { name: "notes.create", ...createNote, _meta: { "dev.proviso/idempotencyKey": "k1" } };
  const first = await raw(client, "tools/call", params);
  const second = await raw(client, "tools/call", params);
  expect(second["structuredContent"]).toEqual(first["structuredContent"]);
  expect(second["_meta"]).toEqual({ "dev.proviso/outcome": { kind: "completed", replayed: true } });
  expect(ran).toHaveLength(1);
});

test("an idempotency key that is no key is an error, and nothing runs", async () => {
  const { server, ran } = fixture();
  const client = await connectInMemory(server);
  for (const key of [7, "", "x".repeat(257), null])
    expect(
      await rpcError(client, "notes.create", { ...createNote, _meta: { "dev.proviso/idempotencyKey": key } }),
    ).toMatchObject({ code: -32602 });
  expect(ran).toEqual([]);
});

test("the trace of the caller reaches the audit, and only if it is one", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const { server, audit } = fixture();
  const client = await connectInMemory(server);
  for (const given of [traceparent, "evil\n"])
    await raw(client, "tools/call", {
      name: "notes.create",
      ...createNote,
      _meta: { traceparent: given },
    });
  const intents = audit.records.filter(({ kind }) => kind === "intent");
  expect(intents.map((record) => record.traceparent)).toEqual([traceparent, undefined]);
});

test("progress is sent to a client that asked for it", async () => {
  const { server } = fixture({
    execute: (_, { progress }) => {
      progress({ progress: 1, total: 2, message: "half" });
      return { id: "n1" };
    },
  });
  const client = await connectInMemory(server);
  const seen: unknown[] = [];
  const call = { name: "notes.create", ...createNote };
  await client.callTool(call, undefined, { onprogress: (progress) => void seen.push(progress) });
  await client.callTool(call);
  expect(seen).toEqual([{ progress: 1, total: 2, message: "half" }]);
});

test("a client that cancels its request aborts the handler", async () => {
  const events = new EventEmitter();
  const [started, aborted] = [once(events, "start"), once(events, "abort")];
  const { server } = fixture({
    tools: [tool({ timeoutMs: 60_000 })], // so that nothing but the client can abort
    execute: async (_, { signal }) => {
      signal.addEventListener("abort", () => events.emit("abort"));
      events.emit("start");
      await aborted;
      return { id: "n1" };
    },
  });
  const client = await connectInMemory(server);
  const giveUp = new AbortController();
  const call = client.callTool({ name: "notes.create", ...createNote }, undefined, { signal: giveUp.signal });
  await started;
  giveUp.abort("enough");
  await expect(call).rejects.toThrow("enough");
  await aborted;
});
