/** Serves an enforcing server through `@modelcontextprotocol/sdk` 1.x. */
export { connectMcp } from "./mcp/connect.ts";
export type { ConnectOptions, McpConnection } from "./mcp/connect.ts";
export { toolDefinition } from "./wire/definition.ts";
export { createHttpHandler, serveHttp } from "./mcp/http.ts";
export type { HttpOptions, ListenOptions } from "./mcp/http.ts";
export type { ToolDefinition } from "./wire/definition.ts";
export type { Gatekeeper, HostRules } from "./wire/http-guard.ts";
export type { ReceiveOptions } from "./wire/receive.ts";
export type { HttpHandler, HttpListener, ListenAddress } from "./wire/http-listener.ts";
export type { McpOptions } from "./mcp/protocol.ts";
export { serveStdio } from "./mcp/stdio.ts";
export type { StdioOptions } from "./mcp/stdio.ts";
