// A client of MCP lists the tools, runs a program, and its user approves the set in a form.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { connectMcp } from "@proviso/server/mcp";
import { expect, test } from "vitest";
import { mia, numbers, refundAll, shop } from "./shop.ts";

test("over MCP, the user's client shows the set as a form", async () => {
  const { audit, done, server } = shop({ hasInbox: false, orders: 3 });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } } },
  );
  const questions: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message);
    return { action: "accept", content: { confirm: true } };
  });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await connectMcp(server, there, { sdk: 1, principal: mia, serverInfo: { name: "shop", version: "1.0.0" } });
  await client.connect(here);
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["run_program", "describe_tools"]));
    const result = await client.callTool({ name: "run_program", arguments: { source: refundAll } });
    expect(result.structuredContent).toMatchObject({ status: "done", result: 3 });
    expect(questions).toEqual([expect.stringContaining("Run 3 calls of a program: 3 × Refund an order")]);
    for (const number of [1, 2, 3]) expect(questions[0]).toContain(`back for order "o${number}"`);
    expect(done).toEqual(numbers(3));
    expect(
      audit.records.filter(({ kind, program }) => kind === "approval" && program !== undefined).length,
    ).toBe(3);
  } finally {
    await client.close();
    await server.close();
  }
});
