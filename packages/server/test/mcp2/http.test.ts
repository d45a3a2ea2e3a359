import { EventEmitter, once } from "node:events";
import { request as httpRequest } from "node:http";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as StreamableHTTPClientTransport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, expect, test } from "vitest";
import { serveHttp as serveHttp1 } from "../../src/mcp.ts";
import { serveHttp, type HttpOptions } from "../../src/mcp2.ts";
import type { Principal } from "../../src/outcome.ts";
import { anna, ben, fixture, highRisk, tool, type Fixture } from "../sample.ts";
import { client1, client2, rpcError, serverInfo, type Connection } from "./harness.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

type Speaks = "2026-07-28" | "2025 by SDK 2.x" | "2025 by SDK 1.x";

interface Listening extends Fixture {
  readonly http?: Partial<HttpOptions>;
  readonly serve?: typeof serveHttp;
}

async function listen({ http, serve = serveHttp, ...rest }: Listening = {}) {
  const sample = fixture(rest);
  const tokens = new Map<string, Principal>([
    ["Bearer anna", anna],
    ["Bearer ben", ben],
  ]);
  const listener = await serve(sample.server, {
    port: 0,
    serverInfo,
    authenticate: async (request) => {
      if (request.headers.authorization === "Bearer broken") throw new Error("identity provider is down");
      return tokens.get(request.headers.authorization ?? "");
    },
    ...http,
  });
  cleanups.push(() => listener.close());
  const connect = async (token: string, speaks: Speaks = "2026-07-28", connection: Connection = {}) => {
    const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
    const url = new URL(listener.url);
    const client =
      speaks === "2025 by SDK 1.x"
        ? await client1(new StreamableHTTPClientTransport1(url, options) as never, connection)
        : await client2(
            new StreamableHTTPClientTransport(url, options),
            speaks === "2026-07-28" ? "modern" : "legacy",
            connection,
          );
    cleanups.push(() => client.close());
    return client;
  };
  return { ...sample, url: listener.url, tokens, connect };
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

const listRequest = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: envelope } };

/** A request of 2026-07-28 with any headers and body, which no client would let us send. */
async function send(
  url: string,
  headers: Record<string, string>,
  body: { method?: string; params?: object } = listRequest,
  method = "POST",
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const name = (body.params as { name?: string } | undefined)?.name;
    const all = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": body.method ?? "",
      ...(name === undefined ? {} : { "mcp-name": name }),
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

const accepting: Connection = { answering: () => ({ action: "accept", content: { confirm: true } }) };
const twoTools = [tool(), tool({ ...highRisk, name: "notes.delete" })];
const createNote = { name: "notes.create", arguments: { text: "a" } };
const deleteNote = { name: "notes.delete", arguments: { text: "b" } };

test("a client of 2026-07-28 lists, calls and is asked, without any session", async () => {
  const { connect, ran } = await listen({ tools: twoTools });
  const client = await connect("anna", "2026-07-28", accepting);
  expect((await client.list())["tools"]).toHaveLength(2);
  await client.call(createNote);
  expect((await client.call(deleteNote))["structuredContent"]).toEqual({ id: "n2" });
  expect(ran).toEqual([{ text: "a" }, { text: "b" }]);
});

test.each(["2025 by SDK 2.x", "2025 by SDK 1.x"] as const)(
  "a client of %s lists and calls, and what needs a person is refused, as nobody can be asked",
  async (speaks) => {
    const { connect, ran } = await listen({ tools: twoTools });
    const client = await connect("anna", speaks, accepting);
    expect((await client.list())["tools"]).toHaveLength(2);
    expect((await client.call(createNote))["structuredContent"]).toEqual({ id: "n1" });
    expect(await client.call(deleteNote)).toMatchObject({
      isError: true,
      _meta: { "dev.proviso/failure": { code: "confirmation_required" } },
    });
    expect(ran).toEqual([{ text: "a" }]);
  },
);

test("a 2.x client is served and asked by the 1.x adapter, which keeps sessions", async () => {
  const { connect, ran } = await listen({ tools: twoTools, serve: serveHttp1 });
  const client = await connect("anna", "2025 by SDK 2.x", accepting);
  expect((await client.list())["tools"]).toHaveLength(2);
  expect((await client.call(deleteNote))["structuredContent"]).toEqual({ id: "n1" });
  expect(ran).toEqual([{ text: "b" }]);
});

test("progress comes while the call runs", async () => {
  const { connect } = await listen({
    execute: (_, { progress }) => {
      progress({ progress: 1, total: 2 });
      return { id: "n1" };
    },
  });
  const seen: unknown[] = [];
  const client = await connect("anna");
  await client.call(createNote, { onprogress: (progress) => void seen.push(progress) });
  expect(seen).toEqual([{ progress: 1, total: 2 }]);
});

test("a client that goes away aborts the handler", async () => {
  const events = new EventEmitter();
  const [started, aborted] = [once(events, "start"), once(events, "abort")];
  const { connect } = await listen({
    tools: [tool({ timeoutMs: 60_000 })], // so that nothing but the client can abort
    execute: async (_, { signal }) => {
      signal.addEventListener("abort", () => events.emit("abort"));
      events.emit("start");
      await aborted;
      return { id: "n1" };
    },
  });
  const giveUp = new AbortController();
  const client = await connect("anna");
  const ended = client.call(createNote, { signal: giveUp.signal }).catch(() => "given up");
  await started;
  giveUp.abort("enough");
  expect(await ended).toBe("given up");
  await aborted;
});

test("an unknown and a forbidden tool answer alike, to the byte", async () => {
  const { url, connect } = await listen({
    tools: [tool(), tool({ name: "notes.forbid", riskLevel: "forbidden" })],
  });
  const ask = (name: string) =>
    send(
      url,
      { authorization: "Bearer anna" },
      { ...listRequest, method: "tools/call", params: { name, arguments: {}, _meta: envelope } },
    );
  const [absent, forbidden] = [await ask("notes.absent"), await ask("notes.forbid")];
  expect(forbidden.body.replaceAll("forbid", "absent")).toBe(absent.body);
  expect(forbidden.status).toBe(absent.status);
  for (const speaks of ["2026-07-28", "2025 by SDK 1.x"] as const)
    expect(await rpcError(await connect("anna", speaks), { name: "notes.forbid" })).toMatchObject({
      code: -32602,
    });
});

test("nobody without a token gets in, and is told how", () =>
  check({}, { status: 401, headers: { "www-authenticate": 'Bearer realm="mcp"' } }));

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
  await check(headers, { status: 200 }, { allowedOrigins: ["https://app.example"] });
});

test("a body over the limit is refused", async () => {
  const { url } = await listen({ http: { maxRequestBytes: 1000 } });
  const body = { ...listRequest, text: "x".repeat(2000) };
  expect((await send(url, { authorization: "Bearer anna" }, body)).status).toBe(413);
});

test("there is nothing to open or to end but requests", async () => {
  const { url } = await listen();
  for (const method of ["GET", "DELETE"])
    expect((await send(url, { authorization: "Bearer anna" }, {}, method)).status).toBe(405);
});

test("permissions are those of the token of each request", async () => {
  const { connect, tokens } = await listen();
  const client = await connect("anna");
  expect((await client.call(createNote))["isError"]).toBeUndefined();
  tokens.set("Bearer anna", { ...anna, permissions: [] });
  expect(await client.call(createNote)).toMatchObject({
    _meta: { "dev.proviso/failure": { code: "permission_denied" } },
  });
  tokens.delete("Bearer anna");
  await expect(client.call(createNote)).rejects.toThrow(/Unauthorized|401/);
});

test("each principal sees the tools that are for them, and no cache between may mix them up", async () => {
  const { connect } = await listen({
    tools: [tool(), tool({ name: "notes.purge" })],
    visible: (one, principal) => one.name === "notes.create" || principal?.id === "anna",
  });
  const [hers, his] = [await (await connect("anna")).list(), await (await connect("ben")).list()];
  expect(hers["tools"]).toMatchObject([{ name: "notes.create" }, { name: "notes.purge" }]);
  expect(his["tools"]).toMatchObject([{ name: "notes.create" }]);
  expect([hers["cacheScope"], his["cacheScope"]]).toEqual(["private", "private"]);
});

test("on the wire, a tool has no `execution`, and its hints and contract are whole", async () => {
  const launch = tool({ requirements: ["env:production"] });
  const { url } = await listen({ tools: [launch], requirements: { "env:production": () => true } });
  const { body } = await send(url, { authorization: "Bearer anna" });
  const { result } = JSON.parse(body) as { result: { tools: Record<string, unknown>[] } };
  expect(result.tools).toMatchObject([
    {
      annotations: { agencyHint: false },
      _meta: { "dev.proviso/contract": { requirements: ["env:production"] } },
    },
  ]);
  expect(result.tools[0]).not.toHaveProperty("execution");
});

test("other paths are not the endpoint", async () => {
  const { url } = await listen();
  expect((await send(url.replace("/mcp", "/other"), { authorization: "Bearer anna" })).status).toBe(404);
});

/** What somebody sends who was asked, with the answer under their control. */
async function retry(
  changes: (asked: { state: string }) => object,
  token = "Bearer anna",
): Promise<{ code: unknown; runs: number; again: () => Promise<unknown> }> {
  const { url, ran } = await listen({ tools: twoTools });
  const call = async (authorization: string, more: object) => {
    const params = { ...deleteNote, _meta: envelope, ...more };
    const reply = await send(url, { authorization }, { ...listRequest, method: "tools/call", params });
    return (JSON.parse(reply.body) as { result: Record<string, never> }).result;
  };
  const asked = await call("Bearer anna", {});
  expect(asked).toMatchObject({
    resultType: "input_required",
    requestState: expect.any(String),
    inputRequests: { confirm: { method: "elicitation/create" } },
  });
  const sent = changes({ state: asked["requestState"] ?? "" });
  const codeOf = async () => {
    const { resultType, _meta } = await call(token, sent);
    return _meta?.["dev.proviso/failure"]?.["code"] ?? resultType;
  };
  return { code: await codeOf(), runs: ran.length, again: codeOf };
}

const yes = { confirm: { action: "accept", content: { confirm: true } } };

test("an answer with its state runs the call once, and never again", async () => {
  const { code, runs, again } = await retry(({ state }) => ({ requestState: state, inputResponses: yes }));
  expect([code, runs]).toEqual(["complete", 1]);
  expect(await again()).toBe("confirmation_declined");
});

test.each([
  ["without the state", () => ({ inputResponses: yes })],
  ["with a state of its own", () => ({ requestState: "e30.e30", inputResponses: yes })],
  ["with an empty state", () => ({ requestState: "", inputResponses: yes })],
  [
    "with a changed state",
    ({ state }: { state: string }) => ({ requestState: `x${state}`, inputResponses: yes }),
  ],
  ["with a state and no answer", ({ state }: { state: string }) => ({ requestState: state })],
  [
    "with an answer to another question",
    ({ state }: { state: string }) => ({ requestState: state, inputResponses: { other: yes.confirm } }),
  ],
  [
    "with an answer in an envelope",
    ({ state }: { state: string }) => ({
      requestState: state,
      inputResponses: { confirm: { method: "elicitation/create", result: yes.confirm } },
    }),
  ],
  [
    "for other arguments",
    ({ state }: { state: string }) => ({
      requestState: state,
      inputResponses: yes,
      arguments: { text: "everything" },
    }),
  ],
])("an accepting answer %s runs nothing", async (_, changes) => {
  const { code, runs } = await retry(changes);
  expect([code, runs]).toEqual(["confirmation_declined", 0]);
});

test("an answer of another principal runs nothing", async () => {
  const { code, runs } = await retry(
    ({ state }) => ({ requestState: state, inputResponses: yes }),
    "Bearer ben",
  );
  expect([code, runs]).toEqual(["confirmation_declined", 0]);
});

test("what is no state and no answers is malformed, and runs nothing", async () => {
  const { url, ran } = await listen({ tools: twoTools });
  for (const more of [
    { requestState: 7 },
    { inputResponses: "yes" },
    { requestState: null, inputResponses: yes },
  ]) {
    const params = { ...deleteNote, _meta: envelope, ...more };
    await send(url, { authorization: "Bearer anna" }, { ...listRequest, method: "tools/call", params });
  }
  expect(ran).toEqual([]);
});
