import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { wireName } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import { connectMcp, type McpOptions } from "@proviso/server/mcp";
import { expect, test } from "vitest";
import { longList, serverOf } from "./long-list.ts";

const questions = Object.entries(
  JSON.parse(readFileSync(new URL("questions.json", import.meta.url), "utf8")) as Record<
    string,
    readonly string[]
  >,
);
const tools = await longList();
const principal = { id: "mia", kind: "agent", permissions: [] } as const;

async function clientOf(server: EnforcingServer, options: Partial<McpOptions> = {}): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await connectMcp(server, near as never, {
    sdk: 1,
    serverInfo: { name: "long", version: "1" },
    principal,
    ...options,
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(far);
  return client;
}

test("of 60 questions, the right tool is among the first three for at least 90 %", async () => {
  const byName = new Map(tools.map((tool) => [tool.name, wireName(tool, "underscore")]));
  const client = await clientOf(serverOf(tools), { discovery: "search" });
  const missed: string[] = [];
  for (const [words, right] of questions) {
    const { structuredContent } = await client.callTool({
      name: "search_tools",
      arguments: { words, limit: 3 },
    });
    const { tools: found } = structuredContent as { readonly tools: readonly { readonly name: string }[] };
    const names = found.map(({ name }) => name);
    expect(
      right.every((name) => byName.has(name)),
      `${right}`,
    ).toBe(true);
    if (!right.some((name) => names.includes(byName.get(name) ?? "")))
      missed.push(`${words}: ${names.join(", ")}`);
  }
  expect(questions).toHaveLength(60);
  expect(tools.length).toBeGreaterThan(300);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(6);
  await client.close();
});

test("what a model reads first of 1000 tools is at most 15 % of the whole list, with ten tools of the host's own", async () => {
  const many = [0, 1, 2].flatMap((copy) =>
    tools.map((tool) => ({
      ...tool,
      domain: `${tool.domain}${copy}`,
      name: tool.name.replace(".", `${copy}.`),
    })),
  );
  const first = tools.slice(0, 10).map(({ name }) => name.replace(".", "0."));
  const server = serverOf(many.slice(0, 1000));
  const bytesOf = async (options: Partial<McpOptions>): Promise<number> => {
    const client = await clientOf(server, options);
    const { tools: listed } = await client.listTools();
    await client.close();
    // A host gives its model names, descriptions and input schemas.
    const read = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    return Buffer.byteLength(JSON.stringify(read));
  };
  const whole = await bytesOf({});
  const few = await bytesOf({ discovery: "search", firstTools: first.join(",") });
  const none = await bytesOf({ discovery: "search" });
  expect({ whole, few, none, share: few / whole }).toMatchObject({
    share: expect.toSatisfy((share: number) => share <= 0.15),
  });
});
