/** Serves an enforcing server through `@modelcontextprotocol/sdk` 1.x. */
export { connectMcp } from "./mcp/connect.ts";
export type { ConnectOptions, McpConnection } from "./mcp/connect.ts";
export { toolDefinition } from "./mcp/definition.ts";
export { createHttpHandler, serveHttp } from "./mcp/http.ts";
export type { HttpHandler, HttpListener, HttpOptions, ListenOptions } from "./mcp/http.ts";
export type { HostRules } from "./mcp/http-guard.ts";
export type { McpOptions } from "./mcp/protocol.ts";
export { serveStdio } from "./mcp/stdio.ts";
export type { StdioOptions } from "./mcp/stdio.ts";
