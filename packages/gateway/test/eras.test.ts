// Hosts and servers of both generations of MCP, each with each, over stdio and over HTTP.
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { streamTransport, type Gateway } from "../src/index.ts";
import { everything, openBench, scripted, serverFile, textOf, textTool, yes, type Bench } from "./bench.ts";

type Transport = Parameters<Client["connect"]>[0];
const token = "a-token-of-a-test-that-is-long-enough";
const tasks = { extensions: { "io.modelcontextprotocol/tasks": {} } };

function modern(bench: Bench) {
  const log = join(bench.folder, "modern.log");
  return { command: process.execPath, args: [serverFile("modern.mjs"), log] };
}

/** A host of 2026-07-28: over a pair of streams, or over HTTP if there is an address. */
async function newHost(gateway: Gateway, url?: string): Promise<{ host: Client; asked: string[] }> {
  const asked: string[] = [];
  const host = new Client(
    { name: "host", version: "1" },
    {
      capabilities: { elicitation: { form: {} }, sampling: {}, roots: {}, ...tasks },
      versionNegotiation: { mode: { pin: "2026-07-28" } },
    },
  );
  host.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return (params.message.startsWith("The server") ? named() : yes()) as never;
  });
  host.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///tmp/x", name: "x" }] }));
  host.setRequestHandler("sampling/createMessage", () => ({
    model: "m",
    role: "assistant",
    content: { type: "text", text: "sampled" },
  }));
  if (url === undefined) await host.connect(await overStreams(gateway));
  else {
    const headers = { Authorization: `Bearer ${token}` };
    await host.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  }
  return { host, asked };
}

const named = () => ({ action: "accept" as const, content: { name: "Ada", check: true } });

async function overStreams(gateway: Gateway): Promise<Transport> {
  const [up, down] = [new PassThrough(), new PassThrough()];
  await gateway.connect(streamTransport(up, down));
  const buffer = new ReadBuffer();
  const transport: Transport = {
    start: async () => void 0,
    send: async (message) => void up.write(serializeMessage(message)),
    close: async () => {
      up.end();
      transport.onclose?.();
    },
  };
  down.on("data", (chunk: Buffer) => {
    buffer.append(chunk);
    for (let next = buffer.readMessage(); next; next = buffer.readMessage()) transport.onmessage?.(next);
  });
  return transport;
}

test("a host of 2026-07-28 calls, is asked, reads and waits for a task of a server of 2026-07-28", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: modern(bench), trustsHints: true });
  const { host, asked } = await newHost(gateway);
  expect(host.getServerVersion()).toMatchObject({ name: "modern" });
  expect((await host.listTools()).tools.map(({ name }) => name)).toEqual(["echo", "ask", "work"]);
  expect(textOf(await host.callTool({ name: "echo", arguments: {} }))).toBe("echoed");
  expect(textOf(await host.callTool({ name: "ask", arguments: {} }))).toBe("Hello Ada, state-of-the-server");
  expect(asked).toEqual(["The server modern asks (this is not an approval of the gateway): Who is it?"]);
  expect(textOf(await host.callTool({ name: "work", arguments: {} }))).toBe("worked");
  expect((await host.readResource({ uri: "memo://one" })).contents).toMatchObject([{ text: "memo" }]);
  expect((await host.getPrompt({ name: "greet" })).messages).toHaveLength(1);
  await host.close();
});

test("a host up to 2025-11-25 uses a server of 2026-07-28: its questions come as requests", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: modern(bench), trustsHints: true });
  const asked: string[] = [];
  const host = await bench.host(gateway, {
    answer: ({ message }) => {
      asked.push(message);
      return named();
    },
    capabilities: tasks as never,
  });
  expect(host.getServerVersion()).toMatchObject({ name: "modern" });
  expect(textOf(await host.callTool({ name: "ask", arguments: {} }))).toBe("Hello Ada, state-of-the-server");
  expect(asked).toEqual([expect.stringMatching(/^The server modern asks/)]);
  expect(textOf(await host.callTool({ name: "work", arguments: {} }))).toBe("worked");
  expect((await host.readResource({ uri: "memo://one" })).contents).toMatchObject([{ text: "memo" }]);
  const calls = readFileSync(join(bench.folder, "modern.log"), "utf8").trim().split("\n");
  expect(calls).toEqual(["tools/call ask", "tools/call ask", "tools/call work"]);
});

test("a host of 2026-07-28 uses a server up to 2025-11-25: approvals, its questions, sampling and roots", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: everything() });
  const { host, asked } = await newHost(gateway);
  const call = (name: string, input = {}) => host.callTool({ name, arguments: input });
  expect(textOf(await call("echo", { message: "hello" }))).toBe("Echo: hello");
  expect(asked).toEqual([expect.stringContaining("echo")]);
  expect(JSON.stringify(await call("get-roots-list"))).toContain("file:///tmp/x");
  expect(JSON.stringify(await call("trigger-sampling-request", { prompt: "say" }))).toContain("sampled");
  expect(JSON.stringify(await call("trigger-elicitation-request"))).toContain("Ada");
  expect(asked.at(-1)).toMatch(/^The server mcp-servers\/everything asks/);
  const { resources } = await host.listResources();
  const [first] = resources;
  expect((await host.readResource({ uri: first?.uri ?? "" })).contents).toHaveLength(1);
  const steps: number[] = [];
  const long = { name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } };
  await host.callTool(long, { onprogress: ({ progress }) => void steps.push(progress) });
  expect(steps.length).toBeGreaterThan(0);
  await host.close();
});

test.each(["streams", "HTTP"])(
  "over %s, a host of 2026-07-28 is told what it subscribes to, and of nothing else",
  async (way) => {
    await using bench = openBench();
    const upstream = scripted(bench.folder, { tools: [textTool("read")] });
    const gateway = await bench.open({ source: upstream.source });
    const { host } = await newHost(
      gateway,
      way === "HTTP" ? (await gateway.listen(0, token)).url : undefined,
    );
    const told: string[] = [];
    host.setNotificationHandler("notifications/tools/list_changed", ({ method }) => void told.push(method));
    const change = async (...names: string[]): Promise<void> => {
      upstream.rewrite({ tools: names.map((name) => textTool(name)) });
      await host.listTools(undefined, { cacheMode: "refresh" });
    };
    await host.listTools();
    await change("read", "write");
    expect(told).toEqual([]);
    const subscription = await host.listen({ toolsListChanged: true });
    expect(subscription.honoredFilter).toEqual({ toolsListChanged: true });
    await change("read", "write", "other");
    await expect.poll(() => told).toEqual(["notifications/tools/list_changed"]);
    await subscription.close();
    await host.close();
  },
);

test("over HTTP, hosts of both generations use one listener, and a question outlives its request", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: modern(bench) });
  const { url } = await gateway.listen(0, token);
  const { host, asked } = await newHost(gateway, url);
  expect(textOf(await host.callTool({ name: "ask", arguments: {} }))).toBe("Hello Ada, state-of-the-server");
  expect(asked).toEqual([expect.stringContaining("ask"), expect.stringMatching(/^The server modern asks/)]);
  await host.close();
});
