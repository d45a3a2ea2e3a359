// A client that does not read its answers must not make the server keep them all. Real sockets, which nobody reads.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import * as mcp from "../../src/mcp.ts";
import * as mcp2 from "../../src/mcp2.ts";
import { anna, fixture } from "../sample.ts";
import { serverInfo } from "../ways/server-info.ts";
import { callRequest, envelope, http1, http2, listen, openSession, send } from "./http-bench.ts";
import { beginRequest } from "./raw-request.ts";

const mebibyte = 1024 * 1024;
/** More than the buffers of the system take: a result is in its answer twice. */
const bigBytes = 8 * mebibyte;
const execute = ({ text }: JsonObject) => ({ id: text === "big" ? "x".repeat(bigBytes) : "n" });
const big = { execute, maxResultBytes: 2 * bigBytes };
const patient = { timeout: 20_000, interval: 50 };

test.each([http1, http2])(
  "$name: who does not read gets no more, is cut off after a while, and the effect stays known",
  { timeout: 40_000 },
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

    const unread = await beginRequest(url, ofAnna, keyed);
    unread.finish();
    await vi.waitFor(async () => expect((await send(url, ofAnna, small)).status).toBe(429), patient);
    expect((await send(url, ofBen, small)).status).toBe(200);
    await vi.waitFor(async () => expect((await send(url, ofAnna, small)).status).toBe(200), patient);
    expect((await unread.reply()).length).toBeLessThan(2 * bigBytes);

    const { body } = await send(url, ofAnna, keyed);
    expect(body).toContain('"replayed":true');
    expect(body.length).toBeGreaterThan(2 * bigBytes);
    expect(ran.filter(({ text }) => text === "big")).toHaveLength(1);
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
] as const)(
  "%s adapter, stdio: no call is taken while too much waits to be read",
  { timeout: 40_000 },
  async (_, serveStdio) => {
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
  },
);
