// What hosts are told of the need for a person: one that has no person at hand does not send a call that says so.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import * as mcp from "../../../server/test/adapters/mcp.ts";
import * as mcp2 from "../../../server/test/adapters/mcp2.ts";
import { inboxFixture, url } from "../approvals/people.ts";
import { anna, criticalRisk, fixture, highRisk, tool } from "../sample.ts";
import { serverInfo } from "../../../server/test/ways/server-info.ts";

const key = "anthropic/requiresUserInteraction";

type Connect = (server: never, transport: never, options: never) => Promise<unknown>;

test.each([
  ["SDK 1.x", mcp.connectMcp as unknown as Connect],
  ["SDK 2.x", mcp2.connectMcp as unknown as Connect],
])(
  "%s: a tool asks its host for a person, unless its calls are approved in the inbox",
  async (_, connect) => {
    const isAsked = async ({ server }: ReturnType<typeof fixture>): Promise<unknown> => {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await connect(server as never, theirs as never, { principal: anna, serverInfo } as never);
      const client = new Client({ name: "host", version: "1" });
      await client.connect(ours);
      const { tools } = await client.listTools();
      await client.close();
      return tools.find(({ name }) => name === "notes.create" || name === "notes_create")?._meta?.[key];
    };
    const [critical, high] = [[tool(criticalRisk)], [tool(highRisk)]];
    expect(await isAsked(fixture({ tools: critical }))).toBe(true);
    expect(await isAsked(inboxFixture({ tools: critical }))).toBeUndefined();
    expect(await isAsked(inboxFixture({ tools: high, approvals: { url } }))).toBeUndefined();
    expect(await isAsked(inboxFixture({ tools: high, approvals: { url, inboxFrom: "critical" } }))).toBe(
      true,
    );
  },
);
