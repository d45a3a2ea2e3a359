import { EventEmitter, once } from "node:events";
import { describe, expect, test } from "vitest";
import type { Principal } from "../../src/outcome.ts";
import { anna, failureMode, fixture, highRisk, preview, tool, type Fixture } from "../sample.ts";
import { pairings, rpcError } from "./harness.ts";

const call = { name: "notes.create", arguments: { text: "hello" } };

describe.each(pairings)("$name", ({ connect, era }) => {
  async function check(
    options: Fixture,
    params: Record<string, unknown>,
    expected: Record<string, unknown>,
    principal: Principal = anna,
  ): Promise<void> {
    const client = await connect(fixture(options).server, { principal });
    const result = await client.call(params);
    expect(result).toMatchObject(expected);
    expect(Object.keys(result).includes("structuredContent")).toBe("structuredContent" in expected);
    await client.close();
  }

  test("a completed call is structured content, the same as text, and how it came about", () =>
    check({}, call, {
      structuredContent: { id: "n1" },
      content: [{ type: "text", text: '{"id":"n1"}' }],
      _meta: { "dev.proviso/outcome": { kind: "completed", replayed: false } },
    }));

  test("a dry run is a plan", () =>
    check(
      { tools: [tool({ dryRun: { mode: "supported", preview } })] },
      { ...call, arguments: { text: "hello", dryRun: true } },
      {
        structuredContent: { dryRun: true, count: 1 },
        _meta: { "dev.proviso/outcome": { kind: "planned", replayed: false } },
      },
    ));

  test("a refused call is an error with a sentence and its failure, without structured content", () =>
    check(
      {},
      call,
      {
        isError: true,
        content: [{ type: "text", text: expect.stringContaining("notes:write") }],
        _meta: { "dev.proviso/failure": { code: "permission_denied", retry: "never" } },
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
      call,
      {
        isError: true,
        content: [{ type: "text", text: "Try later." }],
        _meta: { "dev.proviso/failure": { code: "disk_busy", retry: "after", details: { disk: 3 } } },
      },
    ));

  test("arguments that are left out are no arguments, and are validated like any", () =>
    check(
      {},
      { name: "notes.create" },
      { isError: true, _meta: { "dev.proviso/failure": { code: "invalid_input" } } },
    ));

  test("an unknown, a forbidden and a hidden tool answer alike, whatever the arguments", async () => {
    const tools = [
      tool(),
      tool({ name: "notes.forbid", riskLevel: "forbidden" }),
      tool({ ...highRisk, name: "notes.hidden" }),
    ];
    const { server } = fixture({ tools, visible: (one) => one.name !== "notes.hidden" });
    const client = await connect(server);
    for (const params of [{}, { arguments: { text: "a" } }, { arguments: { dryRun: true } }]) {
      const errors = await Promise.all(
        ["notes.absent", "notes.forbid", "notes.hidden"].map((name) => rpcError(client, { name, ...params })),
      );
      const texts = errors.map((error) =>
        JSON.stringify(error).replaceAll(/notes\.(forbid|hidden)/g, "notes.absent"),
      );
      expect(new Set(texts).size).toBe(1);
    }
    expect(await rpcError(client, { name: "notes.forbid" })).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/Unknown tool: notes\.forbid$/),
      data: undefined,
    });
  });

  test("own properties of objects are no tools", async () => {
    const client = await connect(fixture().server);
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
      expect((await rpcError(client, { name })).message).toContain(`Unknown tool: ${name}`);
  });

  test("an idempotency key in `_meta` makes a repeated call return the first outcome", async () => {
    const idempotency = { key: [], ttlMs: 60_000 };
    const { server, ran } = fixture({ tools: [tool({ idempotency })] });
    const client = await connect(server);
    const params = { ...call, _meta: { "dev.proviso/idempotencyKey": "k1" } };
    const first = await client.call(params);
    const second = await client.call(params);
    expect(second["structuredContent"]).toEqual(first["structuredContent"]);
    expect(second["_meta"]).toMatchObject({ "dev.proviso/outcome": { kind: "completed", replayed: true } });
    expect(ran).toHaveLength(1);
  });

  test("an idempotency key that is no key is an error, and nothing runs", async () => {
    const { server, ran } = fixture();
    const client = await connect(server);
    for (const key of [7, "", "x".repeat(257), null])
      expect(await rpcError(client, { ...call, _meta: { "dev.proviso/idempotencyKey": key } })).toMatchObject(
        { code: -32602 },
      );
    expect(ran).toEqual([]);
  });

  test("the trace of the caller reaches the audit, and only if it is one", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const { server, audit } = fixture();
    const client = await connect(server);
    for (const given of [traceparent, "evil\n"])
      await client.call({ ...call, _meta: { traceparent: given } });
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
    const client = await connect(server);
    const seen: unknown[] = [];
    await client.call(call, { onprogress: (progress) => void seen.push(progress) });
    await client.call(call);
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
    const client = await connect(server);
    const giveUp = new AbortController();
    const ended = client.call(call, { signal: giveUp.signal }).catch(() => "given up");
    await started;
    giveUp.abort("enough");
    expect(await ended).toBe("given up");
    await aborted;
  });

  test("the protocol is of the era that this pairing is about", async () => {
    const client = await connect(fixture().server);
    const listed = await client.list();
    expect("ttlMs" in listed).toBe(era === "modern");
  });
});
