import { request as httpRequest } from "node:http";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, expect, test } from "vitest";
import { serveHttp, type HttpOptions } from "../../src/mcp.ts";
import type { Principal } from "../../src/outcome.ts";
import { anna, ben, fixture, highRisk, tool, type Fixture } from "../sample.ts";
import { connectClient, raw, serverInfo, type Answering } from "./harness.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function listen(options: Fixture & { readonly http?: Partial<HttpOptions> } = {}) {
  const { http, ...rest } = options;
  const sample = fixture(rest);
  const tokens = new Map<string, Principal>([
    ["Bearer anna", anna],
    ["Bearer ben", ben],
  ]);
  const listener = await serveHttp(sample.server, {
    port: 0,
    serverInfo,
    authenticate: async (request) => {
      if (request.headers.authorization === "Bearer broken") throw new Error("identity provider is down");
      return tokens.get(request.headers.authorization ?? "");
    },
    ...http,
  });
  cleanups.push(() => listener.close());
  const connect = async (token: string, answering?: Answering) => {
    const transport = new StreamableHTTPClientTransport(new URL(listener.url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    });
    const client = await connectClient(transport as never, answering);
    cleanups.push(() => client.close());
    return { client, sessionId: transport.sessionId ?? "" };
  };
  return { ...sample, url: listener.url, tokens, connect };
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A request with any headers, which `fetch` would not let us set. */
async function send(
  url: string,
  headers: Record<string, string>,
  body: unknown = { jsonrpc: "2.0", id: 1, method: "tools/list" },
  method = "POST",
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const all = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    };
    const request = httpRequest(url, { method, headers: all }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.once("error", reject);
    request.end(method === "POST" ? JSON.stringify(body) : undefined);
  });
}

async function check(
  headers: Record<string, string>,
  expected: Partial<Reply> & { readonly status: number },
  http: Partial<HttpOptions> = {},
): Promise<void> {
  const { url } = await listen({ http });
  expect(await send(url, headers)).toMatchObject(expected);
}

test("a client lists, calls and is asked over HTTP", async () => {
  const { connect, ran } = await listen({ tools: [tool(), tool({ ...highRisk, name: "notes.delete" })] });
  const { client } = await connect("anna", () => ({ action: "accept", content: { confirm: true } }));
  expect((await client.listTools()).tools).toHaveLength(2);
  await raw(client, "tools/call", { name: "notes.create", arguments: { text: "a" } });
  const deleted = await raw(client, "tools/call", { name: "notes.delete", arguments: { text: "b" } });
  expect(deleted["structuredContent"]).toEqual({ id: "n2" });
  expect(ran).toEqual([{ text: "a" }, { text: "b" }]);
});

test("nobody without a token gets in, and is told how", () =>
  check({}, { status: 401, headers: { "www-authenticate": 'Bearer realm="mcp"' } as never }));

test("a wrong token is named as the error", () =>
  check(
    { authorization: "Bearer x" },
    {
      status: 401,
      headers: expect.objectContaining({ "www-authenticate": 'Bearer realm="mcp", error="invalid_token"' }),
    },
  ));

test("an authenticator that fails lets nobody in", () =>
  check({ authorization: "Bearer broken" }, { status: 401 }));

test("another host name is refused, before the token is looked at", () =>
  check({ authorization: "Bearer anna", host: "evil.example" }, { status: 403 }));

test("a web page is refused unless its origin is allowed", async () => {
  const headers = { authorization: "Bearer anna", origin: "https://app.example" };
  await check(headers, { status: 403 });
  await check(headers, { status: 400 }, { allowedOrigins: ["https://app.example"] });
});

test("a request outside any session is refused unless it opens one", () =>
  check({ authorization: "Bearer anna" }, { status: 400 }));

test("a body over the limit is refused", async () => {
  const { url } = await listen({ http: { maxRequestBytes: 1000 } });
  const reply = await send(url, { authorization: "Bearer anna" }, { text: "x".repeat(2000) });
  expect(reply.status).toBe(413);
});

test("another principal's session and one that does not exist answer alike", async () => {
  const { url, connect, ran } = await listen();
  const { sessionId } = await connect("anna");
  const call = {
    jsonrpc: "2.0",
    id: 7,
    method: "tools/call",
    params: { name: "notes.create", arguments: { text: "x" } },
  };
  for (const method of ["POST", "GET", "DELETE"]) {
    const stolen = await send(
      url,
      { authorization: "Bearer ben", "mcp-session-id": sessionId },
      call,
      method,
    );
    const absent = await send(url, { authorization: "Bearer ben", "mcp-session-id": "none" }, call, method);
    expect(stolen.status).toBe(404);
    expect(stolen.body).toBe(absent.body);
  }
  expect(ran).toEqual([]);
  const own = await send(url, { authorization: "Bearer anna", "mcp-session-id": sessionId }, call);
  expect(own.status).toBe(200);
});

test("a session survives a new token of its owner, and follows its permissions", async () => {
  const { connect, tokens } = await listen();
  const { client } = await connect("anna");
  const call = { name: "notes.create", arguments: { text: "a" } };
  expect((await raw(client, "tools/call", call))["isError"]).toBeUndefined();
  tokens.set("Bearer anna", { ...anna, permissions: [] });
  expect(await raw(client, "tools/call", call)).toMatchObject({
    _meta: { "dev.proviso/failure": { code: "permission_denied" } },
  });
  tokens.delete("Bearer anna");
  await expect(raw(client, "tools/call", call)).rejects.toThrow("Unauthorized");
});

test("each principal sees the tools that are for them", async () => {
  const { connect } = await listen({
    tools: [tool(), tool({ name: "notes.purge" })],
    visible: (one, principal) => one.name === "notes.create" || principal?.id === "anna",
  });
  const names = async (token: string) =>
    (await (await connect(token)).client.listTools()).tools.map(({ name }) => name);
  expect(await names("anna")).toEqual(["notes.create", "notes.purge"]);
  expect(await names("ben")).toEqual(["notes.create"]);
});

test("a session that its client has ended is gone", async () => {
  const { url, connect } = await listen();
  const { sessionId } = await connect("anna");
  const headers = { authorization: "Bearer anna", "mcp-session-id": sessionId };
  expect((await send(url, headers, undefined, "DELETE")).status).toBe(200);
  expect((await send(url, headers)).status).toBe(404);
});

test("no more sessions are opened than there may be", async () => {
  const { connect } = await listen({ http: { maxSessions: 1 } });
  await connect("anna");
  await expect(connect("ben")).rejects.toThrow("Too many open sessions");
});

test("other paths are not the endpoint", async () => {
  const { url } = await listen();
  expect((await send(url.replace("/mcp", "/other"), { authorization: "Bearer anna" })).status).toBe(404);
});
