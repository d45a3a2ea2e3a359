import type { EnforcingServer } from "../../src/api/outcome.ts";
import type { ListenOptions } from "../../src/adapters/wire/http-options.ts";
import { serveHttp as serveEither } from "../../src/serve/either-sdk.ts";

/** The adapter for SDK 1.x, whatever is installed. */
export { connectMcp } from "../../src/adapters/mcp/connect.ts";
export { createHttpHandler } from "../../src/adapters/mcp/http.ts";
export { serveStdio } from "../../src/adapters/mcp/stdio.ts";
export type { HttpOptions } from "../../src/adapters/wire/http-options.ts";
export type { ConnectOptions } from "../../src/adapters/wire/mcp-options.ts";

export function serveHttp(server: EnforcingServer, options: ListenOptions) {
  return serveEither(server, { ...options, sdk: 1 });
}
