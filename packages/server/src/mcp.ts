/** Serves an enforcing server through the installed MCP SDK, for hosts with their own listener. */
export { connectMcp, createHttpHandler, serveHttp, serveStdio } from "./serve/either-sdk.ts";
export type { McpTransport, SdkChoice } from "./serve/either-sdk.ts";
export { type ToolDefinition, toolDefinition, toolDefinitions } from "./adapters/wire/definition.ts";
export type { Authenticate, Authentication, HostRules } from "./adapters/wire/check-sender.ts";
export type { HttpOptions, ListenOptions, SessionTransportLike } from "./adapters/wire/http-options.ts";
export { type MessageExtra, toolsetOf } from "./adapters/wire/senders.ts";
export type { Toolset } from "./adapters/wire/toolset.ts";
export type { ReceiveOptions } from "./adapters/wire/receive.ts";
export { listen } from "./adapters/wire/http-listener.ts";
export type { AnswerPage, HttpHandler } from "./adapters/wire/http-listener.ts";
export type { HttpListener, ListenAddress } from "./adapters/wire/http-listener.ts";
export type {
  ConnectOptions,
  McpConnection,
  McpOptions,
  ServerInfo,
  StdioOptions,
} from "./adapters/wire/mcp-options.ts";
