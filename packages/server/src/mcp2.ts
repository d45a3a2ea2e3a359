/** Serves an enforcing server through `@modelcontextprotocol/server` 2.x: protocol 2026-07-28, and 2025 clients. */
export { connectMcp } from "./mcp2/connect.ts";
export type { ConnectOptions, McpConnection } from "./mcp2/connect.ts";
export { createHttpHandler, serveHttp } from "./mcp2/http.ts";
export type { HttpOptions, ListenOptions } from "./mcp2/http.ts";
export type { McpOptions } from "./mcp2/protocol.ts";
export { serveStdio } from "./mcp2/stdio.ts";
export type { StdioOptions } from "./mcp2/stdio.ts";
export { toolDefinition } from "./wire/definition.ts";
export type { ToolDefinition } from "./wire/definition.ts";
export type { Gatekeeper, HostRules } from "./wire/http-guard.ts";
export type { ReceiveOptions } from "./wire/receive.ts";
export type { HttpHandler, HttpListener, ListenAddress } from "./wire/http-listener.ts";
