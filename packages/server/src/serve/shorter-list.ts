import type { EnforcingServer } from "../api/outcome.ts";
import type { McpOptions } from "../adapters/wire/mcp-options.ts";
import { checkedToolset, narrowed } from "../adapters/wire/toolset.ts";

export type ShorterList = <Options extends McpOptions>(
  server: EnforcingServer,
  options: Options,
) => Promise<readonly [EnforcingServer, Options]>;

/** The server with the tools of its toolset, and the options with its search. Rejects with a TypeError if one names no tool. */
export const shorterList: ShorterList = async (server, options) => {
  const { discovery, firstTools, toolset, toolsets = {} } = options;
  const { manifest } = server;
  const read = (option: string, ...texts: readonly string[]) =>
    checkedToolset(option, texts, manifest, toolsets);
  read("toolsets", ...Object.keys(toolsets));
  const part = narrowed(server, read("toolset", ...(toolset === undefined ? [] : [toolset].flat())));
  if (discovery === undefined && firstTools === undefined) return [part, options];
  const first = read("firstTools", firstTools ?? "");
  // Loaded late: a server without a search starts without it.
  const { openDiscovery } = await import("../discovery/open-discovery.ts");
  return [part, { ...options, discovered: openDiscovery(first, manifest.tools) }];
};
