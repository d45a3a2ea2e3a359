import type { EnforcingServer } from "../api/outcome.ts";
import {
  listen,
  type HttpHandler,
  type HttpListener,
  type ListenRules,
} from "../adapters/wire/http-listener.ts";
import type { HttpOptions, ListenOptions } from "../adapters/wire/http-options.ts";
import type { ConnectOptions, McpConnection, StdioOptions } from "../adapters/wire/mcp-options.ts";
import { loadSdk } from "./load-sdk.ts";
import type { ShorterList } from "./shorter-list.ts";

/** Which generation of the MCP SDK serves. */
export interface SdkChoice {
  /**
   * 2 is `@modelcontextprotocol/server`, for clients of 2026-07-28 and of earlier versions; 1 is
   * `@modelcontextprotocol/sdk`, for those of earlier versions. Defaults to 2 if it is installed.
   */
  readonly sdk?: 1 | 2;
}

/** A transport of either SDK. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}

/** Loaded late: the start of a program needs none of it. */
const shorterList: ShorterList = async (...given) =>
  (await import("./shorter-list.ts")).shorterList(...given);

/** Streamable HTTP for a Node server of the host. */
export async function createHttpHandler(
  server: EnforcingServer,
  { sdk, ...options }: HttpOptions & SdkChoice,
): Promise<HttpHandler> {
  const adapter = await loadSdk(sdk, {
    1: () => import("../adapters/mcp/http.ts"),
    2: () => import("../adapters/mcp2/http.ts"),
  });
  return adapter.createHttpHandler(...(await shorterList(server, options)));
}

/** Listens at the path `/mcp`, until the host closes it. */
export async function serveHttp(
  server: EnforcingServer,
  options: ListenOptions & SdkChoice,
  rules?: Pick<ListenRules, "pages">,
): Promise<HttpListener> {
  return listen(await createHttpHandler(server, options), options, rules);
}

/** Serves the parent process until it closes our standard input. */
export async function serveStdio(
  server: EnforcingServer,
  { sdk, ...options }: StdioOptions & SdkChoice,
): Promise<McpConnection> {
  const adapter = await loadSdk(sdk, {
    1: () => import("../adapters/mcp/stdio.ts"),
    2: () => import("../adapters/mcp2/stdio.ts"),
  });
  return adapter.serveStdio(...(await shorterList(server, options)));
}

interface ConnectAdapter {
  connectMcp(server: EnforcingServer, transport: never, options: ConnectOptions): Promise<McpConnection>;
}

/** Serves one client over any transport of an SDK. */
export async function connectMcp(
  server: EnforcingServer,
  transport: McpTransport,
  { sdk, ...options }: ConnectOptions & SdkChoice,
): Promise<McpConnection> {
  const adapter = await loadSdk<ConnectAdapter>(sdk, {
    1: () => import("../adapters/mcp/connect.ts"),
    2: () => import("../adapters/mcp2/connect.ts"),
  });
  const [part, listed] = await shorterList(server, options);
  return adapter.connectMcp(part, transport as never, listed);
}
