// Seed 004 against a server with the seed's own annotations. The client has no contracts for its tools.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { confirmLiveChanges, createGuard, decide, strictest } from "../src/index.ts";
import type { Activity, CreateGuardOptions, OpenWorldCall } from "../src/index.ts";
import { connectMcpClient } from "../src/connection/mcp.ts";
import { pairings } from "./sdk-servers.ts";
import { yes } from "./harness.ts";

const annotated = (
  name: string,
  readOnly: boolean,
  destructive: boolean,
  idempotent: boolean,
  openWorld = false,
) => ({
  name,
  title: name,
  description: "",
  inputSchema: { type: "object" },
  annotations: {
    title: name,
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  },
});
const tools = [
  annotated("list_orders", true, false, true),
  // As the seed prints it: "both destructive and idempotent".
  annotated("cancel_subscription", false, true, true),
  annotated("refund_order", false, true, false),
  annotated("update_customer", false, false, true),
  annotated("create_customer", false, false, false),
  annotated("deliver_webhook", false, false, true, true),
];

describe.each(pairings)("$name", ({ connect }) => {
  async function open(options: CreateGuardOptions, fails = 0) {
    let [left, calls] = [fails, 0];
    const { connection } = await connect({
      pages: [tools],
      answer() {
        calls += 1;
        if (left-- > 0) throw new Error("503 Service Unavailable");
        return { content: [] };
      },
    });
    const retry = { retries: 2, minDelayMs: 0 };
    const guard = createGuard(connection, { trustAnnotations: true, env: "test", retry, ...options });
    return { guard, calls: () => calls };
  }

  async function check(
    env: "test" | "live",
    expected: Readonly<Record<string, string>>,
    options: CreateGuardOptions = {},
  ): Promise<void> {
    const { guard } = await open({ env, ...options });
    const kinds = Object.keys(expected).map(async (name) => {
      const { kind, reasons } = await guard.review(name, {});
      return [name, [kind, ...reasons].join(" ")];
    });
    expect(Object.fromEntries(await Promise.all(kinds))).toEqual(expected);
  }

  test("reads run, and what destroys asks", () =>
    check("test", {
      list_orders: "run",
      cancel_subscription: "ask destructive",
      refund_order: "ask destructive",
      update_customer: "run",
      create_customer: "run",
      deliver_webhook: "run",
    }));

  test("in live too, only what destroys asks", () =>
    check("live", {
      list_orders: "run",
      cancel_subscription: "ask destructive",
      update_customer: "run",
      create_customer: "run",
      deliver_webhook: "run",
    }));

  test('"especially in live mode": with the stricter policy, whatever changes something asks', () =>
    check(
      "live",
      {
        list_orders: "run",
        cancel_subscription: "ask destructive live",
        update_customer: "ask live",
        create_customer: "ask live",
      },
      { policies: { decide: strictest(decide, confirmLiveChanges) } },
    ));

  test("what is idempotent is retried, and nothing else is", async () => {
    for (const [name, fails, sent] of [
      ["list_orders", 2, 3],
      ["update_customer", 1, 2],
      ["cancel_subscription", 1, 2],
      ["create_customer", 1, 1],
      ["refund_order", 1, 1],
    ] as const) {
      const { guard, calls } = await open({ confirm: yes }, fails);
      const result = await guard.call(name, {});
      expect({ name, ok: result.ok, sent: calls() }).toEqual({ name, ok: sent > 1, sent });
    }
  });

  test("without the host's word none of this holds: all ask, and nothing is retried", async () => {
    const { guard, calls } = await open({ trustAnnotations: false, confirm: yes }, 1);
    expect(await guard.review("list_orders", {})).toMatchObject({ kind: "ask", reasons: ["unpinned"] });
    expect(await guard.call("list_orders", {})).toMatchObject({ failure: { code: "outcome_unknown" } });
    expect(calls()).toBe(1);
  });

  test("open-world calls are logged apart, and the feed says whose word is taken", async () => {
    const [log, feed]: [OpenWorldCall[], Activity[]] = [[], []];
    const { guard } = await open({
      onOpenWorldCall: (call) => void log.push(call),
      onActivity: (activity) => void feed.push(activity),
    });
    await guard.call("deliver_webhook", { url: "https://example.com/" });
    await guard.call("list_orders", {});
    expect(log).toMatchObject([{ tool: "deliver_webhook", input: { url: "https://example.com/" } }]);
    expect(feed.filter(({ kind }) => kind === "trusting")).toEqual([
      { kind: "trusting", tools: tools.length },
    ]);
  });
});

test("what comes from outside taints a trusted server's session too, and what stays inside does not", async () => {
  const wires = [...tools, annotated("fetch_page", true, false, true, true)];
  const [first] = pairings;
  if (!first) throw new Error("a pairing");
  const { connection } = await first.connect({ pages: [wires], answer: () => ({ content: [] }) });
  const guard = createGuard(connection, { trustAnnotations: true, env: "test" });
  await guard.call("list_orders", {});
  expect((await guard.review("deliver_webhook", {})).kind).toBe("run");
  await guard.call("fetch_page", {});
  expect((await guard.review("deliver_webhook", {})).reasons).toEqual(["sends_out"]);
});

/** MCP over HTTP by hand: the first call meets a gateway in trouble. */
async function serveWith503(): Promise<{ readonly url: URL; readonly calls: () => number }> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id?: number; method: string };
    if (id === undefined) return response.writeHead(202).end();
    if (method === "tools/call" && (calls += 1) === 1)
      return response.writeHead(503, { "content-type": "text/html" }).end("<h1>Service Unavailable</h1>");
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "epd", version: "1" },
      },
      "tools/list": { tools },
      "tools/call": { content: [] },
    };
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () => new Promise((resolve) => server.close(() => resolve()) && server.closeAllConnections()),
  );
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/mcp`), calls: () => calls };
}

test('"On 5xx or transient failure, retry tools with idempotentHint: true without escalating": over real HTTP', async () => {
  for (const [name, ok, sent] of [
    ["update_customer", true, 2],
    ["create_customer", false, 1],
  ] as const) {
    const { url, calls } = await serveWith503();
    const connection = await connectMcpClient(new StreamableHTTPClientTransport(url) as never);
    onTestFinished(() => connection.close());
    const options = { trustAnnotations: true, env: "test", retry: { minDelayMs: 0 } } as const;
    const result = await createGuard(connection, options).call(name, {});
    expect({ name, ok: result.ok, sent: calls() }).toEqual({ name, ok, sent });
  }
});
