// A client that does not read its answers must not make the server keep them all. Real sockets, which nobody reads.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import * as mcp from "../adapters/mcp.ts";
import * as mcp2 from "../adapters/mcp2.ts";
import { anna, fixture } from "../sample.ts";
import { serverInfo } from "../ways/server-info.ts";
import { callRequest, envelope, http1, http2, listen, openSession, send } from "./http-bench.ts";
import { beginRequest } from "./raw-request.ts";

const mebibyte = 1024 * 1024;
/** More than the buffers of the system take: a result is in its answer twice. */
const bigBytes = 8 * mebibyte;
const execute = ({ text }: JsonObject) => ({ id: text === "big" ? "x".repeat(bigBytes) : "n" });
const big = { execute, maxResultBytes: 2 * bigBytes };
const patient = { timeout: 120_000, interval: 50 };

test.each([http1, http2])(
  "$name: who does not read gets no more, is cut off after a while, and the effect stays known",
  async (adapter) => {
    const http = { maxUnsentBytes: mebibyte, unreadMs: 2000 };
    const { ran, url } = await listen(adapter, { ...big, http });
    const headersOf = async (authorization: string) => ({
      authorization,
      ...(adapter === http1 && { "mcp-session-id": await openSession(url, authorization) }),
    });
    const [ofAnna, ofBen] = [await headersOf("Bearer anna"), await headersOf("Bearer ben")];
    const small = callRequest({ name: "notes.create", arguments: { text: "a" } });
    const _meta = { ...envelope, "dev.proviso/idempotencyKey": "k" };
    const keyed: object = {
      ...callRequest({ name: "notes.create", arguments: { text: "big" }, _meta }),
      id: 2,
    };

    const lines: string[] = [];
    const stderr = vi
      .spyOn(process.stderr, "write")
      .mockImplementation((text) => lines.push(String(text)) > 0);
    onTestFinished(() => stderr.mockRestore());
    const unread = await beginRequest(url, ofAnna, keyed);
    unread.finish();
    await vi.waitFor(async () => expect((await send(url, ofAnna, small)).status).toBe(429), patient);
    expect((await send(url, ofBen, small)).status).toBe(200);
    await vi.waitFor(async () => expect((await send(url, ofAnna, small)).status).toBe(200), patient);
    expect((await unread.reply()).length).toBeLessThan(2 * bigBytes);
    await vi.waitFor(
      async () => expect([await send(url, ofAnna, small), lines]).toHaveProperty("1.length", 2),
      patient,
    );
    expect(lines).toEqual([
      expect.stringMatching(
        /^proviso: since \S+ the HTTP endpoint for agent anna cannot be used .* do not read\n$/,
      ),
      expect.stringMatching(/^proviso: the HTTP endpoint for agent anna can be used again/),
    ]);

    const { body } = await send(url, ofAnna, keyed);
    expect(body).toContain('"replayed":true');
    expect(body.length).toBeGreaterThan(2 * bigBytes);
    expect(ran.filter(({ text }) => text === "big")).toHaveLength(1);
  },
);

test.each([http1, http2])(
  "$name: answers that are ready at the same time do not all wait for who does not read",
  async (adapter) => {
    let isReady = (): void => {};
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    const late = async (input: JsonObject) => ready.then(() => execute(input));
    const http = { maxUnsentBytes: bigBytes };
    const { audit, ran, url } = await listen(adapter, { ...big, execute: late, http });
    const session = adapter === http1 && { "mcp-session-id": await openSession(url, "Bearer anna") };
    const call = callRequest({ name: "notes.create", arguments: { text: "big" } });
    const headers = { authorization: "Bearer anna", ...session };
    const unread = await Promise.all(
      Array.from({ length: 8 }, (_, id) => beginRequest(url, headers, { ...call, id })),
    );
    for (const { finish } of unread) finish();
    await vi.waitFor(() => expect(ran).toHaveLength(8), patient);
    isReady();
    const outcomes = () => audit.records.filter(({ outcome }) => outcome === "completed");
    await vi.waitFor(() => expect(outcomes()).toHaveLength(8), patient);
    await setTimeout(500);
    const replies = await Promise.all(unread.map(({ reply }) => reply()));
    // Each is twice as big as may wait, and four times as much may wait before one more is dropped; sockets take some, too.
    const whole = replies.filter((reply) => reply.length > 2 * bigBytes).length;
    expect(whole).toBeGreaterThan(0);
    expect(whole).toBeLessThan(6);
  },
);

test.each([http1, http2])(
  "$name: requests that do not end count for their principal, and for no other",
  async (adapter) => {
    const { ran, url } = await listen(adapter, { http: { maxUnsentBytes: 4 * mebibyte } });
    const session = async (authorization: string) => ({
      authorization,
      ...(adapter === http1 && { "mcp-session-id": await openSession(url, authorization) }),
    });
    const [ofAnna, ofBen] = [await session("Bearer anna"), await session("Bearer ben")];
    const call = callRequest({ name: "notes.create", arguments: { text: "x".repeat(900_000) } });
    const begin = (id: number) => beginRequest(url, ofAnna, { ...call, id });
    const held = await Promise.all(Array.from({ length: 8 }, (_, id) => begin(id)));
    expect((await send(url, ofBen, call as never)).status).toBe(200);
    const ended = new Map<number, string | undefined>();
    const replies = held.map(async ({ reply }, id) => {
      ended.set(id, /^HTTP\/1.1 (\d+)/.exec(await reply())?.[1]);
    });
    // Those beyond the limit are refused without their last byte.
    await expect.poll(() => ended.size, { timeout: 250_000 }).toBe(4);
    for (const [id, { finish }] of held.entries()) if (!ended.has(id)) finish();
    await Promise.all(replies);
    const statuses = [...ended.values()];
    expect(statuses.filter((status) => status === "200")).toHaveLength(4);
    expect(ran).toHaveLength(5);
    expect((await send(url, ofAnna, call as never)).status).toBe(200);
  },
);

/** Both ends of a pipe. */
async function pipe(): Promise<readonly [ours: Socket, theirs: Socket]> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const theirs = connect((listener.address() as AddressInfo).port, "127.0.0.1").pause();
  const [ours] = (await once(listener, "connection")) as [Socket];
  onTestFinished(() => {
    theirs.destroy();
    ours.destroy();
    listener.close();
  });
  return [ours, theirs];
}

test.each([
  ["1.x", mcp.serveStdio],
  ["2.x", mcp2.serveStdio],
] as const)("%s adapter, stdio: no call is taken while too much waits to be read", async (_, serveStdio) => {
  const { ran, server } = fixture(big);
  const [ours, theirs] = await pipe();
  const connection = await serveStdio(server, {
    principal: anna,
    serverInfo,
    input: ours,
    output: ours,
    maxUnsentBytes: mebibyte,
  });
  const say = (id: number, method: string, params: object): void =>
    void theirs.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  const callBig = (id: number): void =>
    say(id, "tools/call", { name: "notes.create", arguments: { text: "big" } });
  const clientInfo = { name: "t", version: "1" };
  say(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });

  callBig(1);
  await vi.waitFor(() => expect(ours.writableLength).toBeGreaterThan(mebibyte), patient);
  for (let id = 2; id <= 4; id++) callBig(id);
  await setTimeout(300);
  expect(ran).toHaveLength(1);

  let lines = 0;
  theirs.on("data", (chunk) => (lines += chunk.toString("latin1").split("\n").length - 1)).resume();
  await vi.waitFor(() => expect(lines).toBe(5), patient);
  expect(ran).toHaveLength(4);
  await connection.close();
  await connection.closed;
});
