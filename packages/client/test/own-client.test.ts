import { Client as Client2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { answeredByPerson, createGuard } from "../src/index.ts";
import type { ConfirmRequest, McpConnection } from "../src/index.ts";
import { connectionOfClient as connectionOf1 } from "../src/connection/mcp.ts";
import { connectionOfClient as connectionOf2 } from "../src/connection/mcp2.ts";

/** A server with one tool, which asks where before it answers. */
async function serve() {
  const server = new Server({ name: "fake", version: "1" }, { capabilities: { tools: {} } });
  const tools = [{ name: "where", inputSchema: { type: "object" as const } }];
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async () => {
    const requestedSchema = { type: "object" as const, properties: { city: { type: "string" as const } } };
    const { content } = await server.elicitInput({ message: "Where?", requestedSchema });
    return { content: [{ type: "text", text: String(content?.["city"]) }] };
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  return ours;
}

const info = { name: "host", version: "1" };

describe.each([
  {
    name: "1.x",
    async connect(capabilities: object): Promise<McpConnection> {
      const client = new Client1(info, { capabilities });
      await client.connect(await serve());
      return connectionOf1(client);
    },
  },
  {
    name: "2.x",
    async connect(capabilities: object): Promise<McpConnection> {
      const client = new Client2(info, { capabilities });
      await client.connect((await serve()) as never);
      return connectionOf2(client);
    },
  },
])("a client of the host's own, of SDK $name", ({ connect }) => {
  test("is guarded, and the guard answers the server's questions", async () => {
    const asked: ConfirmRequest["kind"][] = [];
    const guard = createGuard(await connect({ elicitation: {} }), {
      confirm(request) {
        asked.push(request.kind);
        return Promise.resolve(answeredByPerson(request, { yes: true, content: { city: "Bern" } }));
      },
    });
    expect(await guard.call("where", {})).toMatchObject({
      ok: true,
      value: { content: [{ type: "text", text: "Bern" }] },
    });
    expect(asked).toEqual(["call", "question"]);
  });

  test("must be able to put a question to a person", async () => {
    await expect(connect({})).rejects.toThrow(/does not support elicitation/);
  });
});
