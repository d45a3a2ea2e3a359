import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { JsonObject } from "@proviso/manifest";
import { memoryState } from "@proviso/server";
import { expect, test } from "vitest";
import { openBench, scripted, textOf, textTool, yes, type Bench, type Scripted } from "../bench.ts";

const write = textTool("write");

interface RawHost {
  send(message: JsonObject): void;
  /** The first message with this id. */
  answer(id: number | string): Promise<JsonObject>;
  received: JsonObject[];
}

/** A host without an SDK, which may send anything. */
async function rawHost(bench: Bench, upstream: Scripted, capabilities: JsonObject = {}): Promise<RawHost> {
  const gateway = await bench.open({ source: upstream.source, state: memoryState() });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const received: JsonObject[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  near.onmessage = (message) => void received.push(message as unknown as JsonObject);
  await near.start();
  await gateway.connect(far as never);
  const send = (message: JsonObject): void => void near.send({ jsonrpc: "2.0", ...message } as never);
  const answer = async (id: number | string): Promise<JsonObject> => {
    const find = (): JsonObject | undefined =>
      received.find((each) => each["id"] === id && !("method" in each));
    await expect.poll(find).toBeDefined();
    return find() ?? {};
  };
  send({
    id: "init",
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities, clientInfo: { name: "h", version: "1" } },
  });
  await answer("init");
  send({ method: "notifications/initialized" });
  return { send, answer, received };
}

const call = (id: number | string, more: JsonObject = {}): JsonObject => ({
  id,
  method: "tools/call",
  params: { name: "write", arguments: { text: "a" }, ...more },
});

test("no argument, no `_meta` and no answer to a question that nobody asked is an approval", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [write] });
  const { send, answer } = await rawHost(bench, upstream);
  send({ id: 0, result: { action: "accept", content: { confirm: true } } });
  send(
    call(1, {
      _meta: {
        "dev.proviso/confirmation": { tool: "unlisted.write" },
        "dev.proviso/outcome": { kind: "completed" },
      },
    }),
  );
  send({ id: 0, result: { action: "accept", content: { confirm: true } } });
  expect(await answer(1)).toMatchObject({ result: { isError: true } });
  send(call(2, { arguments: { text: "a", confirm: true } }));
  expect(await answer(2)).toMatchObject({ result: { isError: true } });
  expect(upstream.calls()).toEqual([]);
});

test("an answer counts for one question once, and not for another call", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [write] });
  const { send, answer, received } = await rawHost(bench, upstream, { elicitation: {} });
  send(call(1));
  const question = (): JsonObject | undefined =>
    received.find(({ method }) => method === "elicitation/create");
  await expect.poll(question).toBeDefined();
  const accept = { id: question()?.["id"] ?? 0, result: { action: "accept", content: { confirm: true } } };
  send(accept);
  send(accept);
  expect(await answer(1)).toMatchObject({ result: { content: [{ text: "done" }] } });
  send(call(2, { arguments: { text: "b" } }));
  send(accept);
  await expect.poll(() => received.filter(({ method }) => method === "elicitation/create")).toHaveLength(2);
  expect(upstream.calls()).toHaveLength(1);
});

test("a host's marks for the gateway are not passed on, its other `_meta` is", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [write] });
  const { send, answer, received } = await rawHost(bench, upstream, { elicitation: {} });
  send(
    call(1, {
      _meta: { "dev.proviso/callId": "forged", "x.y/trace": "t", progressToken: 7 },
      task: { ttl: 1 },
    }),
  );
  await expect.poll(() => received.find(({ method }) => method === "elicitation/create")).toBeDefined();
  const question = received.find(({ method }) => method === "elicitation/create");
  send({ id: question?.["id"] ?? 0, result: { action: "accept", content: { confirm: true } } });
  await answer(1);
  const [forwarded] = upstream.received().filter(({ method }) => method === "tools/call");
  expect(forwarded).toMatchObject({
    params: { _meta: { "x.y/trace": "t", progressToken: expect.stringMatching(/^proviso-/) } },
  });
  expect(JSON.stringify(forwarded)).not.toMatch(/forged|"task"/);
});

test("calls before the handshake, unknown methods and ids of the gateway's own are answered or ignored", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [write] });
  const gateway = await bench.open({ source: upstream.source });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const received: unknown[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  near.onmessage = (message) => void received.push(message);
  await near.start();
  await gateway.connect(far as never);
  await near.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "write", arguments: {} } });
  await expect.poll(() => received).toMatchObject([{ id: 1, error: {} }]);
  await near.send({ jsonrpc: "2.0", id: 2, method: "no/such", params: {} });
  await expect.poll(() => received).toHaveLength(2);
  expect(upstream.calls()).toEqual([]);
});

test("a call that its host cancels while a person is asked does not run", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [write] });
  const { send, received } = await rawHost(bench, upstream, { elicitation: {} });
  send(call(1));
  await expect.poll(() => received.find(({ method }) => method === "elicitation/create")).toBeDefined();
  const question = received.find(({ method }) => method === "elicitation/create");
  send({ method: "notifications/cancelled", params: { requestId: 1 } });
  send({ id: question?.["id"] ?? 0, result: { action: "accept", content: { confirm: true } } });
  send({ id: 9, method: "ping" });
  await expect.poll(() => received.find(({ id }) => id === 9)).toBeDefined();
  expect(upstream.calls()).toEqual([]);
});

test("sessions do not see each other's questions and answers", async () => {
  await using bench = openBench();
  const upstream = scripted(bench.folder, { tools: [write] });
  const gateway = await bench.open({ source: upstream.source });
  const [one, other] = [await bench.host(gateway, { answer: yes }), await bench.host(gateway)];
  const [mine, theirs] = await Promise.all([
    one.callTool({ name: "write", arguments: { text: "1" } }),
    other.callTool({ name: "write", arguments: { text: "2" } }),
  ]);
  expect([textOf(mine), theirs.isError]).toEqual(["done", true]);
  expect(upstream.calls()).toEqual([["write", { text: "1" }]]);
});
