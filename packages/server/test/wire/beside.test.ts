// The host's own SDK server beside the tools: what is not a tool reaches real SDK clients as the host made it.
import * as v2 from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import * as types from "@modelcontextprotocol/sdk/types.js";
import * as server2 from "@modelcontextprotocol/server";
import { metaKeys } from "@proviso/manifest";
import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import * as mcp from "../adapters/mcp.ts";
import * as mcp2 from "../adapters/mcp2.ts";
import { anna, fixture, highRisk, tool } from "../sample.ts";

/** What the host's own server noticed, and a way to make it say something. */
interface Host {
  readonly noticed: string[];
  change(): void;
  update(uri: string): Promise<void>;
  log(data: string): Promise<void>;
}

const uri = "memo://one";
const contents = [{ uri, text: "One." }];

function hosts1() {
  const made: Host[] = [];
  const beside = () => {
    const host = new McpServer(
      { name: "host", version: "7" },
      { capabilities: { logging: {}, resources: { subscribe: true } }, instructions: "Read first." },
    );
    const noticed: string[] = [];
    host.registerResource("one", uri, {}, async (_, extra) => {
      const progressToken = extra._meta?.progressToken;
      if (progressToken !== undefined)
        await extra.sendNotification({
          method: "notifications/progress",
          params: { progressToken, progress: 1, total: 2 },
        });
      return { contents };
    });
    const name = completable(z.string(), (value) => ["ada", "alan"].filter((each) => each.startsWith(value)));
    host.registerPrompt("greet", { argsSchema: { name } }, ({ name: given }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Greet ${given}.` } }],
    }));
    host.registerPrompt("slow", {}, async (extra) => {
      noticed.push("slow");
      await new Promise((end) => extra.signal.addEventListener("abort", end));
      noticed.push("cancelled");
      return { messages: [] };
    });
    host.server.setRequestHandler(types.SubscribeRequestSchema, ({ params }) => {
      noticed.push(`subscribed ${params.uri}`);
      return {};
    });
    made.push({
      noticed,
      change: () => host.sendResourceListChanged(),
      update: (changed) => host.server.sendResourceUpdated({ uri: changed }),
      log: (data) => host.sendLoggingMessage({ level: "warning", data }),
    });
    return host;
  };
  return { beside, made };
}

function hosts2() {
  const made: Host[] = [];
  const beside = () => {
    const host = new server2.McpServer(
      { name: "host", version: "7" },
      { capabilities: { logging: {}, resources: { subscribe: true } }, instructions: "Read first." },
    );
    const noticed: string[] = [];
    host.registerResource("one", uri, {}, async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress: 1, total: 2 },
        });
      return { contents };
    });
    const name = server2.completable(z.string(), (value) =>
      ["ada", "alan"].filter((each) => each.startsWith(value)),
    );
    host.registerPrompt("greet", { argsSchema: z.object({ name }) }, ({ name: given }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Greet ${given}.` } }],
    }));
    host.registerPrompt("slow", {}, async ({ mcpReq }) => {
      noticed.push("slow");
      await new Promise((end) => mcpReq.signal.addEventListener("abort", end));
      noticed.push("cancelled");
      return { messages: [] };
    });
    host.server.setRequestHandler("resources/subscribe", ({ params }) => {
      noticed.push(`subscribed ${params.uri}`);
      return {};
    });
    made.push({
      noticed,
      change: () => host.sendResourceListChanged(),
      update: (changed) => host.server.sendResourceUpdated({ uri: changed }),
      log: (data) => host.sendLoggingMessage({ level: "warning", data }),
    });
    return host;
  };
  return { beside, made };
}

const tools = [tool(), tool({ ...highRisk, name: "notes.erase" })];
const info = { name: "client", version: "1" };
const serverInfo = { name: "product", version: "1" };

/** What the tests need of an SDK's client. */
interface TestClient {
  request(method: string, params?: object, options?: object): Promise<Record<string, unknown>>;
  onNotification(method: string, notice: (params: unknown) => void): void;
  capabilities(): unknown;
  instructions(): string | undefined;
  close(): Promise<void>;
}

function over1(client: Client): TestClient {
  const listeners = new Map<string, (params: unknown) => void>();
  client.fallbackNotificationHandler = async ({ method, params }) => listeners.get(method)?.(params);
  return {
    request: (method, params = {}, options = {}) =>
      client.request({ method, params: { ...params } } as never, types.ResultSchema, options),
    onNotification: (method, notice) => void listeners.set(method, notice),
    capabilities: () => client.getServerCapabilities(),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

function over2(client: v2.Client): TestClient {
  return {
    request: (method, params = {}, options = {}) =>
      client.request({ method, params: { ...params } }, z.looseObject({}), options),
    onNotification: (method, notice) =>
      client.setNotificationHandler(method as never, ({ params }: { params: unknown }) => notice(params)),
    capabilities: () => client.getServerCapabilities(),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

interface Opened {
  readonly client: TestClient;
  readonly host: () => Host;
}

async function connect1(): Promise<Opened> {
  const { beside, made } = hosts1();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await mcp.connectMcp(fixture({ tools }).server, theirs, { principal: anna, serverInfo, beside });
  const client = new Client(info);
  await client.connect(ours);
  return { client: over1(client), host: () => made.at(-1) as Host };
}

async function http1(): Promise<Opened> {
  const { beside, made } = hosts1();
  const { server } = fixture({ tools });
  const served = await mcp.serveHttp(server, { port: 0, serverInfo, beside, authenticate: () => anna });
  onTestFinished(() => served.close());
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url)) as never);
  return { client: over1(client), host: () => made.at(-1) as Host };
}

const connect2 = (mode: "legacy" | "modern") => async (): Promise<Opened> => {
  const { beside, made } = hosts2();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const options = { principal: anna, serverInfo, beside };
  await mcp2.connectMcp(fixture({ tools }).server, theirs as never, options);
  const client = new v2.Client(info, {
    versionNegotiation: { mode: mode === "modern" ? { pin: "2026-07-28" } : mode },
  });
  await client.connect(ours as never);
  return { client: over2(client), host: () => made.at(-1) as Host };
};

const http2 = (mode: "legacy" | "modern") => async (): Promise<Opened> => {
  const { beside, made } = hosts2();
  const { server } = fixture({ tools });
  const served = await mcp2.serveHttp(server, { port: 0, serverInfo, beside, authenticate: () => anna });
  onTestFinished(() => served.close());
  const client = new v2.Client(info, {
    versionNegotiation: { mode: mode === "modern" ? { pin: "2026-07-28" } : mode },
  });
  await client.connect(new v2.StreamableHTTPClientTransport(new URL(served.url)));
  return { client: over2(client), host: () => made.at(-1) as Host };
};

const lasting = [
  ["1.x", connect1],
  ["1.x over HTTP", http1],
  ["2.x for a client of 2025", connect2("legacy")],
  ["2.x over HTTP for a client of 2025", http2("legacy")],
] as const;
const ways = [...lasting, ["2.x", connect2("modern")], ["2.x over HTTP", http2("modern")]] as const;

async function openedBy(open: () => Promise<Opened>): Promise<Opened> {
  const found = await open();
  onTestFinished(() => found.client.close());
  return found;
}

describe.each(ways)("beside the tools, over SDK %s,", (_name, open) => {
  const opened = () => openedBy(open);

  test("the capabilities of both are announced, and the host's instructions", async () => {
    const { client } = await opened();
    expect(client.capabilities()).toMatchObject({
      tools: {},
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
      extensions: { "dev.proviso/tool-contracts": { version: 1 } },
    });
    expect(client.instructions()).toBe("Read first.");
  });

  test("the tools are those of the contracts, and enforced", async () => {
    const { client } = await opened();
    const { tools: listed } = await client.request("tools/list");
    expect((listed as { name: string }[]).map(({ name }) => name)).toEqual(["notes.create", "notes.erase"]);
    const call = (name: string) => client.request("tools/call", { name, arguments: { text: "a" } });
    expect((await call("notes.create"))["isError"]).toBeUndefined();
    expect(await call("notes.erase")).toMatchObject({
      isError: true,
      _meta: { [metaKeys.failure]: { code: expect.stringMatching(/^confirmation_/) } },
    });
  });

  test("resources, prompts and completions answer", async () => {
    const { client } = await opened();
    expect(await client.request("resources/list")).toMatchObject({ resources: [{ uri }] });
    const seen: unknown[] = [];
    const onprogress = (progress: unknown) => seen.push(progress);
    expect(await client.request("resources/read", { uri }, { onprogress })).toMatchObject({ contents });
    expect(seen).toEqual([{ progress: 1, total: 2 }]);
    expect(await client.request("prompts/get", { name: "greet", arguments: { name: "ada" } })).toMatchObject({
      messages: [{ content: { text: "Greet ada." } }],
    });
    const ref = { type: "ref/prompt", name: "greet" };
    expect(
      await client.request("completion/complete", { ref, argument: { name: "name", value: "a" } }),
    ).toMatchObject({ completion: { values: ["ada", "alan"] } });
  });

  test("a request of the host's is cancelled", async () => {
    const { client, host } = await opened();
    const stop = new AbortController();
    const slow = client.request("prompts/get", { name: "slow" }, { signal: stop.signal });
    await expect.poll(() => host().noticed).toContain("slow");
    stop.abort(new Error("enough"));
    await expect(slow).rejects.toThrow(/enough/);
    await expect.poll(() => host().noticed).toContain("cancelled");
  });
});

test.each(lasting)("over SDK %s, logging, changed lists and subscriptions are told", async (_name, open) => {
  const { client, host } = await openedBy(open);
  const told: unknown[] = [];
  const methods = ["notifications/message", "notifications/resources/list_changed"];
  for (const method of [...methods, "notifications/resources/updated"])
    client.onNotification(method, (params) => told.push([method, params]));
  await client.request("logging/setLevel", { level: "warning" });
  await client.request("resources/subscribe", { uri });
  expect(host().noticed).toEqual([`subscribed ${uri}`]);
  host().change();
  await host().update(uri);
  await host().log("Careful.");
  await expect.poll(() => told).toHaveLength(3);
  expect(told).toMatchObject([
    ["notifications/resources/list_changed", undefined],
    ["notifications/resources/updated", { uri }],
    ["notifications/message", { level: "warning", data: "Careful." }],
  ]);
});

test("since 2026-07-28 no shared cache may store the tools of a principal", async () => {
  const { client } = await openedBy(connect2("modern"));
  expect(await client.request("tools/list")).toMatchObject({ cacheScope: "private", ttlMs: 60_000 });
});

test("over a connection of 2026-07-28, changes are told to a client that listens", async () => {
  const { beside, made } = hosts2();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await mcp2.connectMcp(fixture({ tools }).server, theirs as never, { principal: anna, serverInfo, beside });
  const client = new v2.Client(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  onTestFinished(() => client.close());
  await client.connect(ours as never);
  const told: string[] = [];
  client.setNotificationHandler("notifications/resources/list_changed", () => void told.push("list"));
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => void told.push(params.uri),
  );
  await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] });
  const host = made.at(-1);
  host?.change();
  await host?.update(uri);
  await expect.poll(() => told).toEqual(["list", uri]);
});

test("a server with tools of its own, or of another SDK, is refused", async () => {
  const { server } = fixture({ tools });
  const connect = (made: object) => {
    const [, theirs] = InMemoryTransport.createLinkedPair();
    return mcp.connectMcp(server, theirs, { principal: anna, serverInfo, beside: () => made });
  };
  const own = new McpServer(serverInfo);
  own.registerTool("free", {}, () => ({ content: [] }));
  await expect(connect(own)).rejects.toThrow(/has tools of its own/);
  await expect(connect(new server2.McpServer(serverInfo))).rejects.toThrow(/of `@modelcontextprotocol\/sdk`/);
  await expect(connect({})).rejects.toThrow(TypeError);
  await expect(connect(new Server(serverInfo, { capabilities: {} }))).resolves.toBeDefined();
});
