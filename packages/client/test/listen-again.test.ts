import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { connectMcpClient } from "../src/connection/mcp2.ts";

/** A server of 2026-07-28 in this process. Its streams of changes can be cut off, as by a proxy. */
function startServer() {
  const handler = createMcpHandler(() => {
    const server = new Server(
      { name: "notes", version: "1" },
      { capabilities: { tools: { listChanged: true } } },
    );
    server.setRequestHandler("tools/list", async () => ({ tools: [], ttlMs: 0, cacheScope: "private" }));
    return server;
  });
  const streams: (() => void)[] = [];
  const fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await handler.fetch(new Request(url, init));
    if (!String(init?.body).includes("subscriptions/listen") || !response.body) return response;
    const cutOff = new AbortController();
    const cut = new TransformStream<Uint8Array, Uint8Array>();
    response.body.pipeTo(cut.writable, { signal: cutOff.signal }).catch(() => {});
    streams.push(() => cutOff.abort(new Error("the network is gone")));
    return new Response(cut.readable, { status: response.status, headers: response.headers });
  };
  return { fetch, streams, toolsChanged: () => handler.notify.toolsChanged() };
}

test("a client whose stream of changes is cut off lists again, and listens again", async () => {
  const { fetch, streams, toolsChanged } = startServer();
  const url = new URL("http://127.0.0.1/mcp");
  const connection = await connectMcpClient(new StreamableHTTPClientTransport(url, { fetch }));
  let changes = 0;
  connection.onToolsChanged(() => (changes += 1));
  const shown = (read: () => number) => expect.poll(read);
  await shown(() => streams.length).toBe(1);
  streams[0]?.();
  await shown(() => streams.length).toBe(2);
  await shown(() => changes).toBe(2); // when it was cut off, and after it listens again
  toolsChanged();
  await shown(() => changes).toBe(3);
  await connection.close();
});
