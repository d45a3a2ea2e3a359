// The sessions of clients of 2025, which both adapters keep over HTTP.
import { describe, expect, test } from "vitest";
import { anna } from "../sample.ts";
import { callRequest, http1, http2, listen, openSession, send, type HttpAdapter } from "./http-bench.ts";

const call = { name: "notes.create", arguments: { text: "x" } };
const ended = { status: 404 };
/** A request of 2025 says nothing about its client: that is known of its session. */
const legacyCall = { ...callRequest(call), params: call };

async function openFor(adapter: HttpAdapter, options: Parameters<typeof listen>[1] = {}) {
  const bench = await listen(adapter, options);
  const sessionId = await openSession(bench.url, "Bearer anna");
  const check = async (token: string, id: string, expected: object, method = "POST"): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, "mcp-session-id": id };
    const reply = await send(bench.url, headers, legacyCall, method);
    expect(reply).toMatchObject(expected);
    return reply.body;
  };
  return { ...bench, sessionId, check };
}

test("the 1.x adapter refuses a request outside any session unless it opens one", async () => {
  const { url } = await listen(http1);
  expect(await send(url, { authorization: "Bearer anna" })).toMatchObject({ status: 400 });
});

describe.each([http1, http2])("$name", (adapter) => {
  const opened = (options: Parameters<typeof listen>[1] = {}) => openFor(adapter, options);

  test("another principal's session and one that does not exist answer alike", async () => {
    const { sessionId, ran, check } = await opened();
    for (const method of ["POST", "GET", "DELETE"]) {
      const stolen = await check("ben", sessionId, ended, method);
      expect(stolen).toBe(await check("ben", "none", ended, method));
    }
    expect(ran).toEqual([]);
    await check("anna", sessionId, { status: 200 });
  });

  test("a session survives a new token of its owner", async () => {
    const { sessionId, tokens, check } = await opened();
    tokens.set("Bearer renewed", { ...anna, permissions: [] });
    const body = await check("renewed", sessionId, { status: 200 });
    expect(body).toContain('"permission_denied"');
  });

  test("a session that its client has ended is gone", async () => {
    const { sessionId, check } = await opened();
    await check("anna", sessionId, { status: 200 }, "DELETE");
    await check("anna", sessionId, ended);
  });

  test("abandoned sessions lock nobody out: one more takes the place of the oldest idle one", async () => {
    const { url, connect } = await listen(adapter, { http: { maxSessions: 4 } } as never);
    const open = () => openSession(url, "Bearer anna");
    const ids = [await open(), await open(), await open()];
    const statuses = [];
    for (const id of ids) {
      const headers = { authorization: "Bearer anna", "mcp-session-id": id };
      statuses.push((await send(url, headers, legacyCall)).status);
    }
    expect(statuses).toEqual([404, 200, 200]);
    expect(await connect("ben", {}, "1.x")).toBeDefined();
  });

  test.each(["1.x", "legacy"] as const)(
    "a client (%s) whose session is gone, as after a restart, gets 404 until its host connects again, and runs nothing",
    async (speaks) => {
      const before = await listen(adapter);
      const client = await before.connect("anna", {}, speaks);
      await before.close();
      const port = Number(new URL(before.url).port);
      const { connect, ran } = await listen(adapter, { http: { port } } as never);
      for (let time = 0; time < 2; time += 1)
        await expect(client.call(call)).rejects.toThrow("Session not found");
      expect(ran).toEqual([]);
      const again = await connect("anna", {}, speaks);
      expect(await again.call(call)).toMatchObject({ structuredContent: { id: "n1" } });
    },
  );

  test("no more sessions are kept than there may be", async () => {
    const { connect, sessionId, check } = await opened({ http: { maxSessions: 1 } } as never);
    expect(await connect("ben", {}, "1.x")).toBeDefined();
    await check("anna", sessionId, ended);
  });
});
