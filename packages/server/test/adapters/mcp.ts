/** The adapter for SDK 1.x, whatever is installed. */
export { connectMcp } from "../../src/adapters/mcp/connect.ts";
export { createHttpHandler, serveHttp } from "../../src/adapters/mcp/http.ts";
export { serveStdio } from "../../src/adapters/mcp/stdio.ts";
export type { HttpOptions } from "../../src/adapters/wire/http-options.ts";
export type { ConnectOptions } from "../../src/adapters/wire/mcp-options.ts";
