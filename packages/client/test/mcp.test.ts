import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { extensionName, metaKeys } from "@proviso/manifest";
import { afterEach, expect, test } from "vitest";
import type { McpConnection, WireResult } from "../src/index.ts";
import { connectMcpClient } from "../src/mcp.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const echo = {
  name: "test.echo",
  inputSchema: { type: "object" },
  outputSchema: { type: "object", properties: { pair: { prefixItems: [{ type: "string" }], items: false } } },
  annotations: { readOnlyHint: true, agencyHint: true },
  execution: { requirements: ["env:production"] },
  _meta: { [metaKeys.contract]: { name: "test.echo" } },
};

interface Connected {
  readonly connection: McpConnection;
  readonly server: Server;
}

/** A real SDK server in memory that answers calls by `answer`. */
async function connect(
  answer: (
    server: Server,
    request: { meta: unknown; args: unknown },
  ) => Promise<CallToolResult> | CallToolResult,
  pages: readonly (readonly object[])[] = [[echo]],
): Promise<Connected> {
  const server = new Server({ name: "fake", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const page = Number(params?.cursor ?? 0);
    const next = page + 1 < pages.length ? { nextCursor: String(page + 1) } : {};
    return { tools: [...(pages[page] ?? [])] as never[], ...next };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    if (params.name !== "test.echo")
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return answer(server, { meta: params._meta, args: params.arguments });
  });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  const connection = await connectMcpClient(clientSide, { name: "test", version: "1" });
  closing.push(() => connection.close());
  return { connection, server };
}

async function check(result: CallToolResult, expected: WireResult): Promise<void> {
  const { connection } = await connect(() => result);
  await connection.listTools();
  expect(await connection.callTool({ name: "test.echo", input: {}, meta: {} }, { timeoutMs: 1_000 })).toEqual(
    expected,
  );
}

const call = (connection: McpConnection, name = "test.echo") =>
  connection.callTool(
    { name, input: { a: 1 }, meta: { [metaKeys.idempotencyKey]: "k" } },
    { timeoutMs: 1_000 },
  );

test("the list keeps what the SDK's own client strips", async () => {
  const { connection } = await connect(() => ({ content: [] }));
  const { _meta: meta, ...rest } = echo;
  expect(await connection.listTools()).toEqual([{ ...rest, meta }]);
});

test("all pages are read, and a tool that is not one is left out", async () => {
  const { connection } = await connect(
    () => ({ content: [] }),
    [[echo, { name: "broken" }], [{ ...echo, name: "b" }]],
  );
  expect((await connection.listTools()).map((tool) => tool.name)).toEqual(["test.echo", "b"]);
});

test("results and failures keep their meta", async () => {
  const meta = { [metaKeys.outcome]: { kind: "completed", replayed: true } };
  await check(
    { content: [], structuredContent: { pair: ["a"] }, _meta: meta },
    {
      kind: "completed",
      output: { pair: ["a"] },
      meta,
    },
  );
  const failure = { [metaKeys.failure]: { code: "timeout" } };
  await check(
    { isError: true, content: [{ type: "text", text: "Too slow." }], _meta: failure },
    {
      kind: "failed",
      text: "Too slow.",
      meta: failure,
    },
  );
});

test("an output that breaks its 2020-12 schema, or is missing, is no answer", async () => {
  for (const structuredContent of [{ pair: ["a", "b"] }, { pair: [1] }, undefined]) {
    const { connection } = await connect(() => ({
      content: [],
      ...(structuredContent ? { structuredContent } : {}),
    }));
    await connection.listTools();
    await expect(call(connection)).rejects.toThrow(/does not fit its schema/);
  }
});

test("an unknown tool is known by the protocol's own error", async () => {
  const { connection } = await connect(() => ({ content: [] }));
  expect(await call(connection, "secrets.read_password")).toMatchObject({ kind: "unknown_tool" });
});

test("arguments and the idempotency key reach the server", async () => {
  let seen: unknown;
  const { connection } = await connect(
    (_, request) => ((seen = request), { content: [], structuredContent: {} }),
  );
  await call(connection);
  expect(seen).toMatchObject({ args: { a: 1 }, meta: { [metaKeys.idempotencyKey]: "k" } });
});

test("the client says that it can ask a person and knows the extension", async () => {
  const { server } = await connect(() => ({ content: [] }));
  const capabilities = server.getClientCapabilities();
  expect(capabilities?.elicitation).toBeDefined();
  expect(capabilities).toMatchObject({ extensions: { [extensionName]: { version: 1 } } });
});

const question = {
  message: "Where?",
  requestedSchema: { type: "object", properties: { city: { type: "string" } } },
  _meta: { note: 1 },
} as const;

test("a question reaches the handler with its schema and meta, and its answer the server", async () => {
  const { connection } = await connect(async (server) => ({
    content: [],
    structuredContent: { ...(await server.elicitInput(question)) },
  }));
  connection.onElicitation(async ({ message, schema, meta }) => {
    expect({ message, schema, note: meta["note"] }).toEqual({
      message: "Where?",
      schema: question.requestedSchema,
      note: 1,
    });
    return { action: "accept", content: { city: "Bern" } };
  });
  expect(await call(connection)).toMatchObject({ output: { action: "accept", content: { city: "Bern" } } });
});

test("until there is a handler, questions are declined", async () => {
  const { connection } = await connect(async (server) => ({
    content: [],
    structuredContent: { ...(await server.elicitInput(question)) },
  }));
  expect(await call(connection)).toMatchObject({ output: { action: "decline" } });
});

test("an answer that takes too long is a rejection", async () => {
  const { connection } = await connect(() => new Promise<never>(() => undefined));
  const late = connection.callTool({ name: "test.echo", input: {}, meta: {} }, { timeoutMs: 5 });
  await expect(late).rejects.toThrow(/timed out/i);
});
