/** Serves an enforcing server through `@modelcontextprotocol/server` 2.x: protocol 2026-07-28, and 2025 clients. */
export { connectMcp } from "./adapters/mcp2/connect.ts";
export type { ConnectOptions, McpConnection } from "./adapters/mcp2/connect.ts";
export { createHttpHandler, serveHttp } from "./adapters/mcp2/http.ts";
export type { HttpOptions, ListenOptions } from "./adapters/mcp2/http.ts";
export type { McpOptions, ServerInfo } from "./adapters/wire/mcp-options.ts";
export { serveStdio } from "./adapters/mcp2/stdio.ts";
export type { StdioOptions } from "./adapters/mcp2/stdio.ts";
export { toolDefinition } from "./adapters/wire/definition.ts";
export type { ToolDefinition } from "./adapters/wire/definition.ts";
export type { Authentication, HostRules } from "./adapters/wire/check-sender.ts";
export type { ReceiveOptions } from "./adapters/wire/receive.ts";
export type { HttpHandler, HttpListener, ListenAddress } from "./adapters/wire/http-listener.ts";
