import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { extensionName, metaKeys } from "@proviso/manifest";
import type { JsonObject } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import { createGuard } from "../src/index.ts";
import type { McpConnection, Progress, WireCallOptions, WireResult } from "../src/index.ts";
import { pairings } from "./sdk-servers.ts";
import type { CallRequest, Served } from "./sdk-servers.ts";

const echo = {
  name: "test.echo",
  inputSchema: { type: "object" },
  outputSchema: { type: "object", properties: { pair: { prefixItems: [{ type: "string" }], items: false } } },
  annotations: { readOnlyHint: true, agencyHint: true },
  _meta: { [metaKeys.contract]: { name: "test.echo" } },
};

const call = (
  connection: McpConnection,
  name = "test.echo",
  options: WireCallOptions = { timeoutMs: 5_000 },
): Promise<WireResult> =>
  connection.callTool({ name, input: { a: 1 }, meta: { [metaKeys.idempotencyKey]: "k" } }, options);

const question = {
  message: "Where?",
  requestedSchema: { type: "object", properties: { city: { type: "string" } } },
  _meta: { note: 1 },
} as const;

describe.each(pairings)("$name", ({ connect: serve }) => {
  const connect = (
    answer: (request: CallRequest) => Promise<CallToolResult> | CallToolResult,
    pages: readonly (readonly object[])[] = [[echo]],
  ): Promise<Served> => serve({ pages, answer });
  const silent = (): CallToolResult => ({ content: [] });

  async function check(result: CallToolResult, expected: WireResult): Promise<void> {
    const { connection } = await connect(() => result);
    await connection.listTools();
    expect(await call(connection)).toMatchObject(expected);
  }

  test("the list keeps what the SDK's own client strips", async () => {
    const { connection } = await connect(silent);
    const { _meta: meta, ...rest } = echo;
    expect(await connection.listTools()).toEqual([{ ...rest, meta }]);
  });

  test("all pages are read", async () => {
    const { connection } = await connect(silent, [
      [echo],
      [{ ...echo, name: "b" }],
      [{ ...echo, name: "c" }],
    ]);
    expect((await connection.listTools()).map((tool) => tool.name)).toEqual(["test.echo", "b", "c"]);
  });

  test("a connection takes one guard, so that a person is asked by one", async () => {
    const { connection } = await connect(silent);
    const guard = createGuard(connection);
    expect(() => createGuard(connection)).toThrow(/has a guard already/);
    expect((await guard.inspect()).tools.tools.length).toBe(1);
  });

  test("results and failures keep their meta", async () => {
    const meta = { [metaKeys.outcome]: { kind: "completed", replayed: true } };
    const completed = { content: [], structuredContent: { pair: ["a"] }, _meta: meta };
    await check(completed, { kind: "completed", output: { pair: ["a"] }, content: [], meta });
    const failure: JsonObject = { [metaKeys.failure]: { code: "timeout" } };
    const failed = { isError: true, content: [{ type: "text" as const, text: "Too slow." }], _meta: failure };
    await check(failed, { kind: "failed", text: "Too slow.", meta: failure });
  });

  test("an answer without the output that its tool lists is no answer", async () => {
    const { connection } = await connect(silent);
    await connection.listTools();
    await expect(call(connection)).rejects.toThrow("the answer holds no output");
  });

  test("a schema that only the server shows is not used: it could be anything", async () => {
    const outputSchema = {
      type: "object",
      properties: { pair: { pattern: "(" } },
      $ref: "https://evil.example",
    };
    const structuredContent = { pair: "a" };
    const { connection } = await connect(
      () => ({ content: [], structuredContent }),
      [[{ ...echo, outputSchema }]],
    );
    await connection.listTools();
    expect(await call(connection)).toMatchObject({ output: structuredContent });
  });

  test("an unknown tool is known by the protocol's own error", async () => {
    const { connection } = await connect(silent);
    expect(await call(connection, "secrets.read_password")).toMatchObject({ kind: "unknown_tool" });
  });

  test("arguments and the idempotency key reach the server", async () => {
    let seen: CallRequest | undefined;
    const { connection } = await connect((request) => ((seen = request), silent()));
    await call(connection);
    expect(seen).toMatchObject({ args: { a: 1 }, meta: { [metaKeys.idempotencyKey]: "k" } });
  });

  test("the client says that it can ask a person and knows the extension", async () => {
    const { connection, clientCapabilities } = await connect(silent);
    await call(connection);
    expect(clientCapabilities()).toMatchObject({
      elicitation: { form: {} },
      extensions: { [extensionName]: { version: 1 } },
    });
  });

  const asks = async ({ ask }: CallRequest): Promise<CallToolResult> => {
    const { action, content } = (await ask(question)) as { action: string; content?: JsonObject };
    return { content: [], structuredContent: { action, ...(content ? { content } : {}) } };
  };

  test("a question reaches the handler with its schema and meta, and its answer the server", async () => {
    const { connection } = await connect(asks);
    connection.onElicitation(async ({ message, schema, meta }) => {
      const { requestedSchema } = question;
      expect({ message, schema, note: meta["note"] }).toEqual({
        message: "Where?",
        schema: requestedSchema,
        note: 1,
      });
      return { action: "accept", content: { city: "Bern" } };
    });
    expect(await call(connection)).toMatchObject({ output: { action: "accept", content: { city: "Bern" } } });
  });

  test("until there is a handler, questions are declined", async () => {
    const { connection } = await connect(asks);
    expect(await call(connection)).toMatchObject({ output: { action: "decline" } });
  });

  test("progress comes as the server sends it", async () => {
    const seen: Progress[] = [];
    const { connection } = await connect(async ({ progress }) => {
      await progress({ progress: 1, total: 2, message: "half" });
      await progress({ progress: 2 });
      return silent();
    });
    await call(connection, "test.echo", { timeoutMs: 5_000, onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([{ progress: 1, total: 2, message: "half" }, { progress: 2 }]);
  });

  test("a server's word that its tools changed arrives", async () => {
    const { connection, toolsChanged } = await connect(silent);
    const changed = new Promise<string>((resolve) => connection.onToolsChanged(() => resolve("changed")));
    await connection.listTools();
    await toolsChanged();
    expect(await changed).toBe("changed");
  });

  test("an answer that takes too long is a rejection", async () => {
    const { connection } = await connect(() => new Promise<never>(() => undefined));
    await expect(call(connection, "test.echo", { timeoutMs: 5 })).rejects.toThrow(/timed out|timeout/i);
  });

  test("a cancelled call is a rejection", async () => {
    const abort = new AbortController();
    const { connection } = await connect(() => (abort.abort(), new Promise<never>(() => undefined)));
    await expect(call(connection, "test.echo", { timeoutMs: 5_000, signal: abort.signal })).rejects.toThrow(
      /abort/i,
    );
  });
});

// Since 2026-07-28 the SDK itself refuses a list with an invalid tool.
test.each(pairings.slice(0, 2))("$name: a tool that is not one is left out", async ({ connect }) => {
  const { connection } = await connect({
    pages: [[{ name: "broken" }, echo]],
    answer: () => ({ content: [] }),
  });
  expect((await connection.listTools()).map((tool) => tool.name)).toEqual(["test.echo"]);
});

test.each(pairings.slice(0, 2))("SEP-2487: $name: `execution.requirements` is kept", async ({ connect }) => {
  const execution = { requirements: ["env:production"] };
  const { connection } = await connect({
    pages: [[{ ...echo, execution }]],
    answer: () => ({ content: [] }),
  });
  expect((await connection.listTools())[0]).toMatchObject({ execution });
});
