// A host that serves the transports itself, as the gateway does.
import { expect, test } from "vitest";
import { http1, http2, listen, request, send } from "./http-bench.ts";

interface Attached {
  onmessage?: (message: { readonly id?: number; readonly method: string }) => void;
}

test("each session and each request since 2026-07-28 has a transport, which the host answers", async () => {
  const seen: string[] = [];
  const { url, ran } = await listen(http2, {
    http: {
      async attach(transport, era) {
        const attached = transport as typeof transport & Attached;
        // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
        attached.onmessage = ({ id, method }) => {
          seen.push(`${era} ${method}`);
          if (id !== undefined) void transport.send({ jsonrpc: "2.0", id, result: { own: method } } as never);
        };
        await transport.start();
      },
    },
  });
  const authorization = "Bearer anna";
  expect((await send(url, { authorization })).body).toContain('{"own":"tools/list"}');
  const legacy = { authorization, "mcp-protocol-version": "2025-11-25" };
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  };
  const opened = await send(url, legacy, hello);
  expect(opened.body).toContain('{"own":"initialize"}');
  const session = String(opened.headers["mcp-session-id"]);
  const call = { ...request("tools/call"), params: { name: "notes.create" } };
  expect((await send(url, { ...legacy, "mcp-session-id": session }, call)).body).toContain(
    '{"own":"tools/call"}',
  );
  expect((await send(url, { authorization: "Bearer nobody" })).status).toBe(401);
  expect(seen).toEqual(["modern tools/list", "legacy initialize", "legacy tools/call"]);
  expect(ran).toEqual([]);
});

test("the 1.x adapter refuses it", async () => {
  await expect(listen(http1, { http: { attach: async () => {} } })).rejects.toThrow("`sdk: 2`");
});
