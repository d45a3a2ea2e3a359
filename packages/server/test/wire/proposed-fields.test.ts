// Over MCP, `agencyHint` (SEP-1938) and `execution.requirements` (SEP-2487) change nothing that exists.
import * as v2 from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import { connectMcp } from "../adapters/mcp.ts";
import { anna, fixture, tool } from "../sample.ts";
import { adapters } from "../ways/in-memory.ts";
import { serverInfo } from "../ways/server-info.ts";

const requirements = ["env:production"];
const { agencyHint: _, ...silent } = tool().hints;
const met = { "env:production": () => true };

/** Both check every list and result against the schemas of MCP, which know neither field. */
const clients = [
  ["1.x", () => new Client({ name: "test", version: "1" })],
  ["2.x", () => new v2.Client({ name: "test", version: "1" })],
] as const;

test.each(clients)(
  "SDK %s, which does not know the fields, lists and calls a tool with both",
  async (_name, client) => {
    const tools = [tool({ hints: { ...silent, agencyHint: true }, requirements })];
    const { server } = fixture({ tools, requirements: met });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await connectMcp(server, theirs, { principal: anna, serverInfo });
    const connected = client();
    await connected.connect(ours as never);
    const names = connected.listTools().then((list) => list.tools.map(({ name }) => name));
    await expect(names).resolves.toEqual(["notes.create"]);
    const called = connected.callTool({ name: "notes.create", arguments: { text: "a" } });
    await expect(called).resolves.toMatchObject({ structuredContent: { id: "n1" } });
    await connected.close();
  },
);

test.each(adapters)("$name: the hint changes no message and no error", async ({ connect }) => {
  const answers = async (agencyHint: boolean | undefined) => {
    const hints = agencyHint === undefined ? silent : { ...silent, agencyHint };
    const client = await connect(fixture({ tools: [tool({ hints })] }).server);
    const calls = [
      { name: "notes.create", arguments: { text: "a" } },
      { name: "notes.create", arguments: { text: 7 } },
      { name: "notes.gone", arguments: {} },
    ];
    return Promise.all(calls.map((call) => client.call(call).catch((error: unknown) => String(error))));
  };
  const expected = await answers(undefined);
  expect(await answers(true)).toEqual(expected);
  expect(await answers(false)).toEqual(expected);
});

test.each(adapters)("$name: an unmet requirement is an ordinary failure", async ({ connect }) => {
  const unmet = { "env:production": () => false };
  const { server } = fixture({ tools: [tool({ requirements })], requirements: unmet });
  const result = await (await connect(server)).call({ name: "notes.create", arguments: { text: "a" } });
  expect(result).toMatchObject({
    isError: true,
    content: [{ type: "text", text: expect.stringContaining('"env:production"') }],
  });
});
