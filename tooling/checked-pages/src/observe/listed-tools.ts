import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { openTokens } from "backoffice-server";
import { openWorld } from "./world.ts";

/** The tools as a client gets them over MCP, by wire name. */
export type ListedTools = ReadonlyMap<string, Tool>;

export async function listTools(): Promise<ListedTools> {
  await using world = await openWorld();
  const { issue, authenticate } = openTokens(world.folder);
  const served = await world.server.serve({ http: 0, authenticate, signals: false });
  if (!("url" in served)) throw new Error("the sample does not serve HTTP");
  // Tokens are checked by the system's clock.
  const authorization = `Bearer ${await issue(world.caller())}`;
  const transport = new StreamableHTTPClientTransport(new URL(String(served.url)), {
    requestInit: { headers: { authorization } },
  });
  const client = new Client({ name: "checked-pages", version: "1" });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  const { tools } = await client.listTools();
  await client.close();
  return new Map(tools.map((tool) => [tool.name, tool]));
}
