import type { ListenAddress } from "./http-listener.ts";
import type { McpOptions } from "./mcp-options.ts";
import type { ReceiveOptions } from "./receive.ts";
import type { SessionOptions } from "./session-endpoint.ts";

export interface HttpOptions extends McpOptions, ReceiveOptions, SessionOptions {}

export interface ListenOptions extends HttpOptions, ListenAddress {}
