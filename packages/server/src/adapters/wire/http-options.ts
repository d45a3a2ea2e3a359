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
   * Wraps the transport of each session, for a host that reads or passes on messages. Only with
   * `sdk: 1`, where every client has a session and the server connects to the wrapped transport.
   */
  readonly around?: (transport: SessionTransportLike) => SessionTransportLike;
}

export interface ListenOptions extends HttpOptions, ListenAddress {}
