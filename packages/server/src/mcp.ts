/** Serves an enforcing server through `@modelcontextprotocol/sdk` 1.x. */
export { connectMcp } from "./adapters/mcp/connect.ts";
export type { ConnectOptions, McpConnection } from "./adapters/mcp/connect.ts";
export { toolDefinition, toolDefinitions } from "./adapters/wire/definition.ts";
export { createHttpHandler, serveHttp } from "./adapters/mcp/http.ts";
export type { HttpOptions, ListenOptions } from "./adapters/mcp/http.ts";
export type { ToolDefinition } from "./adapters/wire/definition.ts";
export type { Authentication, HostRules } from "./adapters/wire/check-sender.ts";
export type { ReceiveOptions } from "./adapters/wire/receive.ts";
export type { HttpHandler, HttpListener, ListenAddress } from "./adapters/wire/http-listener.ts";
export type { McpOptions, ServerInfo } from "./adapters/wire/mcp-options.ts";
export { serveStdio } from "./adapters/mcp/stdio.ts";
export type { StdioOptions } from "./adapters/mcp/stdio.ts";
