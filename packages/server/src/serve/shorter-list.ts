import type { EnforcingServer } from "../api/outcome.ts";
import type { McpOptions } from "../adapters/wire/mcp-options.ts";
import type { ShorterList } from "../adapters/wire/served-tools.ts";
import { checkedToolset, narrowed } from "../adapters/wire/toolset.ts";

interface ListedServer {
  readonly server: EnforcingServer;
  readonly list: ShorterList;
}

/** The server with the tools of its toolset, and its search. Rejects with a TypeError for options that name no tool. */
export async function shorterList(
  server: EnforcingServer,
  { discovery, firstTools, toolset = [], toolsets = {} }: McpOptions,
): Promise<ListedServer> {
  const { manifest } = server;
  for (const text of Object.values(toolsets)) checkedToolset("toolsets", [text], manifest);
  const part = checkedToolset("toolset", [toolset].flat(), manifest, toolsets);
  const base = { server: narrowed(server, part), list: { isPart: part !== undefined } };
  if (discovery === undefined && firstTools === undefined) return base;
  if (discovery !== "search") throw new TypeError('`firstTools` needs `discovery: "search"`');
  const first = checkedToolset(
    "firstTools",
    firstTools === undefined ? [] : [firstTools],
    manifest,
    toolsets,
  );
  // Loaded late: a server without a search starts without it.
  const { openDiscovery } = await import("../discovery/open-discovery.ts");
  return { ...base, list: { ...base.list, discovered: openDiscovery({ first, manifest }) } };
}
