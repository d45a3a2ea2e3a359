/** What extensions use of discovery, such as the gateway, which lists the tools of another server. It changes with the server. */
export type { CallParams, Discovery, Offer } from "./adapters/wire/discovery.ts";
export { listMeta, narrowed, readToolset, type Toolset } from "./adapters/wire/toolset.ts";
export { describeTool } from "./discovery/describe-tool.ts";
export { openDiscovery } from "./discovery/open-discovery.ts";
