import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import * as mcp from "../adapters/mcp.ts";
import * as mcp2 from "../adapters/mcp2.ts";
import type { EnforcingServer, Principal } from "../../src/api/outcome.ts";
import type { Toolset } from "../../src/adapters/wire/toolset.ts";
import { openDiscovery } from "../../src/discovery/open-discovery.ts";
import { anna } from "../sample.ts";
import { client1, client2, type ClientOptions, type Mode, type TestClient } from "./clients.ts";
import { serverInfo } from "./server-info.ts";

export interface Connection extends ClientOptions {
  readonly principal?: Principal;
  readonly askTimeoutMs?: number;
  readonly toolsPerPage?: number;
  /** With a search, and these tools listed first. */
  readonly discovered?: Toolset;
}

/** A client at a server of this test's own, joined by what both SDKs take for a transport. */
export interface Adapter {
  readonly name: string;
  readonly protocol: "2025-11-25" | "2026-07-28";
  connect(server: EnforcingServer, connection?: Connection): Promise<TestClient>;
}

function optionsOf(
  { manifest }: EnforcingServer,
  { principal = anna, askTimeoutMs, toolsPerPage, discovered: first }: Connection,
): mcp.ConnectOptions {
  return {
    principal,
    serverInfo,
    ...(askTimeoutMs !== undefined && { askTimeoutMs }),
    ...(toolsPerPage !== undefined && { toolsPerPage }),
    ...(first && { discovered: openDiscovery(first, manifest.tools) }),
  };
}

async function connect1(server: EnforcingServer, connection: Connection = {}): Promise<TestClient> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await mcp.connectMcp(server, theirs, optionsOf(server, connection));
  return client1(ours, connection);
}

const connect2 =
  (mode: Mode) =>
  async (server: EnforcingServer, connection: Connection = {}): Promise<TestClient> => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await mcp2.connectMcp(server, theirs as never, optionsOf(server, connection));
    return client2(ours as never, mode, connection);
  };

export const adapter1: Adapter = { name: "1.x adapter", protocol: "2025-11-25", connect: connect1 };
export const adapter2: Adapter = {
  name: "2.x adapter",
  protocol: "2026-07-28",
  connect: connect2("pinned"),
};
/** What the 2.x adapter does for clients of 2025. */
export const adapter2For2025: Adapter = {
  name: "2.x adapter, for a client of 2025",
  protocol: "2025-11-25",
  connect: connect2("legacy"),
};
export const adapters: readonly Adapter[] = [adapter1, adapter2, adapter2For2025];
