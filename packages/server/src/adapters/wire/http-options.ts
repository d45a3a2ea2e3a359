import type { ListenAddress } from "./http-listener.ts";
import type { McpOptions } from "./mcp-options.ts";
import type { ReceiveOptions } from "./receive.ts";
import type { SessionOptions } from "./session-endpoint.ts";

/** A transport of an SDK, without what only that SDK knows. */
export interface SessionTransportLike {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}

export interface HttpOptions extends McpOptions, ReceiveOptions, SessionOptions {
  /**
   * Serves a transport in the adapter's place, for a host that passes messages on: that of a session of MCP up to 2025-11-25, or that
   * of one request since 2026-07-28. Only with `sdk: 2`. It is called once for each, and starts it. A toolset of an address may then
   * name no tool: the host says so itself.
   */
  readonly attach?: (transport: SessionTransportLike, era: "legacy" | "modern") => Promise<void>;
}

export interface ListenOptions extends HttpOptions, ListenAddress {}
