// The sandbox behind the interface of `@cloudflare/codemode`, in the server for code of that package.
import { codeMcpServer } from "@cloudflare/codemode/mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { sandboxExecutor } from "../src/index.ts";

/** Runs code in Cloudflare's server, over a tool that adds. */
async function run(code: string): Promise<string> {
  const adder = new McpServer({ name: "adder", version: "1.0.0" });
  adder.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
    content: [{ type: "text", text: String(a + b) }],
  }));
  const server = await codeMcpServer({ server: adder, executor: sandboxExecutor({ steps: 300 }) });
  const client = new Client({ name: "test", version: "1.0.0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  try {
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: tools[0]?.name ?? "", arguments: { code } });
    return JSON.stringify(result.content);
  } finally {
    await client.close();
    await server.close();
  }
}

test("code in Cloudflare's server runs in our sandbox and calls its tools", async () => {
  const sums =
    "const sums = []; for (const b of [1, 2]) sums.push(await codemode.add({ a: 40, b })); return sums;";
  const text = await run(`async () => { ${sums} }`);
  expect(text).toMatch(/41.*42/);
});

test("what a program does wrong is an error there too", async () => {
  expect(await run("async () => { for (;;); }")).toContain("too many steps");
  expect(await run("async () => typeof process + typeof fetch")).toContain("undefinedundefined");
});

test("an executor takes functions with and without a provider, and never rejects", async () => {
  const { execute } = sandboxExecutor();
  const double = async (value: unknown) => Number(value) * 2;
  expect(await execute("async () => await codemode.double(4)", { double })).toEqual({ result: 8 });
  expect(await execute("async () => await math.double(4)", [{ name: "math", fns: { double } }])).toEqual({
    result: 8,
  });
  const fail = async () => {
    throw new TypeError("no");
  };
  expect(await execute("async () => { console.log('here'); await codemode.fail() }", { fail })).toEqual({
    result: undefined,
    error: "Error: no",
    logs: ["here"],
  });
  expect(await execute("async () => {", {})).toMatchObject({ error: expect.stringContaining("SyntaxError") });
});
