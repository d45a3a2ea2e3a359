import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CreateMessageRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { openBench, everything, withoutNotes, yes, type HostOptions } from "./bench.ts";

/** A host with every capability. */
function hostOptions(seen: string[]): HostOptions {
  return {
    answer: ({ message, params }) => {
      const isGateway = "_meta" in params;
      seen.push(isGateway ? "gateway asks" : message);
      return isGateway ? yes() : { action: "accept", content: { name: "Ada", check: true } };
    },
    capabilities: { sampling: {}, roots: { listChanged: true } },
    prepare(client) {
      client.setRequestHandler(ListRootsRequestSchema, () => ({
        roots: [{ uri: "file:///tmp/x", name: "x" }],
      }));
      client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
        seen.push(`sampling: ${JSON.stringify(params.messages)}`);
        return { model: "m", role: "assistant", content: { type: "text", text: "sampled" } };
      });
    },
  };
}

/** What a host gets of everything that the server has, but for what differs with every run. */
async function lookAround(client: Client): Promise<Readonly<Record<string, unknown>>> {
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<unknown> =>
    withoutNotes(await client.callTool({ name, arguments: input }));
  const { resources } = await client.listResources();
  const [first] = resources;
  return {
    instructions: client.getInstructions(),
    version: client.getServerVersion(),
    tools: (await client.listTools()).tools,
    resources,
    templates: await client.listResourceTemplates(),
    resource: first && (await client.readResource({ uri: first.uri })),
    prompts: await client.listPrompts(),
    prompt: await client.getPrompt({ name: "args-prompt", arguments: { city: "Rome", state: "none" } }),
    completion: await client.complete({
      ref: { type: "ref/prompt", name: "completable-prompt" },
      argument: { name: "department", value: "E" },
    }),
    text: await call("echo", { message: "hello" }),
    image: await call("get-tiny-image"),
    structured: await call("get-structured-content", { location: "New York" }),
    annotated: await call("get-annotated-message", { messageType: "success", includeImage: true }),
    links: await call("get-resource-links", { count: 2 }),
    roots: await call("get-roots-list"),
  };
}

test("a host gets everything of the reference server, with and without the gateway", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: everything() });
  const [direct, through] = await Promise.all([
    bench.direct(everything(), hostOptions([])),
    bench.host(gateway, hostOptions([])),
  ]);
  const [expected, found] = [await lookAround(direct), await lookAround(through)];
  expect(found).toEqual(expected);
});

test("what a host sends as wrong is answered with the server's own error", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: everything() });
  const [direct, through] = [await bench.direct(everything()), await bench.host(gateway)];
  const errors = async (client: Client): Promise<readonly unknown[]> =>
    Promise.all([
      client.readResource({ uri: "demo://no/such" }).catch(String),
      client.getPrompt({ name: "no-such" }).catch(String),
    ]);
  const expected = await errors(direct);
  expect(expected.map(String)).toEqual([
    expect.stringContaining("no/such"),
    expect.stringContaining("no-such"),
  ]);
  expect(await errors(through)).toEqual(expected);
});

test("progress, sampling and elicitation of the server reach the host, marked as the server's words", async () => {
  await using bench = openBench();
  const seen: string[] = [];
  const gateway = await bench.open({ source: everything() });
  const client = await bench.host(gateway, hostOptions(seen));
  const steps: number[] = [];
  await client.callTool(
    { name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } },
    undefined,
    { onprogress: ({ total, progress }) => void (total !== undefined && steps.push(progress)) },
  );
  expect(steps).toEqual([1, 2]);
  const sampled = await client.callTool({
    name: "trigger-sampling-request",
    arguments: { prompt: "say", maxTokens: 5 },
  });
  expect(JSON.stringify(sampled)).toContain("sampled");
  const elicited = await client.callTool({ name: "trigger-elicitation-request", arguments: {} });
  expect(JSON.stringify(elicited)).toContain("Ada");
  expect(seen).toEqual([
    "gateway asks",
    "gateway asks",
    expect.stringContaining("sampling:"),
    "gateway asks",
    expect.stringMatching(
      /^The server mcp-servers\/everything asks \(this is not an approval of the gateway\): /,
    ),
  ]);
});

test("a tool that only runs as a task ends with its result: the gateway waits for the task", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: everything() });
  const client = await bench.host(gateway, hostOptions([]));
  expect(client.getServerCapabilities()?.tasks).toBeUndefined();
  const params = { name: "simulate-research-query", arguments: { topic: "tides" } };
  const result = await client.request({ method: "tools/call", params }, ResultSchema);
  expect(JSON.stringify(result)).toContain("Research Report");
});

test("logging and subscriptions of the server reach the host", async () => {
  await using bench = openBench();
  const gateway = await bench.open({ source: everything() });
  const logged: unknown[] = [];
  const updated: string[] = [];
  const client = await bench.host(gateway, {
    ...hostOptions([]),
    prepare(host) {
      hostOptions([]).prepare?.(host);
      host.setNotificationHandler(
        LoggingMessageNotificationSchema,
        ({ params }) => void logged.push(params.level),
      );
      host.setNotificationHandler(
        ResourceUpdatedNotificationSchema,
        ({ params }) => void updated.push(params.uri),
      );
    },
  });
  const { resources } = await client.listResources();
  const uri = resources[0]?.uri ?? "";
  await client.setLoggingLevel("debug");
  await client.subscribeResource({ uri });
  await client.callTool({ name: "toggle-simulated-logging", arguments: {} });
  await client.callTool({ name: "toggle-subscriber-updates", arguments: {} });
  await expect.poll(() => logged.length).toBeGreaterThan(0);
  await expect.poll(() => updated).toContain(uri);
  // The server would go on to write when nobody reads any more.
  await client.callTool({ name: "toggle-simulated-logging", arguments: {} });
  await client.callTool({ name: "toggle-subscriber-updates", arguments: {} });
});
