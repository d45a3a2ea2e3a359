/** The only file that imports the 2.x MCP SDK. */
import type { Readable, Writable } from "node:stream";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  inputRequired,
  isLegacyRequest,
  MissingRequiredClientCapabilityError,
  PerRequestHTTPServerTransport,
  SdkError,
  SdkErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type ListToolsResult,
  type McpHttpHandler,
  type McpRequestContext,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { hostServer } from "../wire/host-server.ts";
import type { McpConnection, McpOptions } from "../wire/mcp-options.ts";

export { createMcpHandler, inputRequired, isLegacyRequest };
export type {
  AuthInfo,
  CallToolResult,
  InputRequiredResult,
  ListToolsResult,
  McpHttpHandler,
  McpRequestContext,
  Server,
  ServerContext,
  Transport,
};

/** Shared: the SDK would build a validator for each connection, and over HTTP for each request. */
const sdkValidator = new AjvJsonSchemaValidator();

/** A client need not list again within this time. Every call is checked in any case. */
const listTtlMs = 60_000;
/** Lists differ by principal, so no shared cache may store them. */
export const listCaching: { readonly ttlMs: number; readonly cacheScope: "private" } = {
  ttlMs: listTtlMs,
  cacheScope: "private",
};

/** Makes a low-level server, because the high-level one accepts no JSON Schema; or takes the host's, with its capabilities. */
export function protocolServer(
  { serverInfo, instructions, beside }: McpOptions,
  extensions: Readonly<Record<string, object>>,
  more: { readonly resources?: object } = {},
): Server {
  const capabilities = { tools: {}, extensions: { ...extensions } as Record<string, never>, ...more };
  if (beside) {
    const server = hostServer(beside(), Server, "@modelcontextprotocol/server");
    server.registerCapabilities(capabilities);
    return server;
  }
  return new Server(serverInfo, {
    capabilities,
    cacheHints: {
      "tools/list": listCaching,
      "server/discover": listCaching,
      "resources/list": listCaching,
      "resources/read": listCaching,
    },
    jsonSchemaValidator: sdkValidator,
    ...(instructions === undefined ? {} : { instructions }),
  });
}

/** Handles a method that MCP does not define. */
export function onCustomRequest(
  server: Server,
  method: string,
  answer: (params: unknown, context: ServerContext) => Promise<Record<string, unknown>>,
): void {
  // The handler checks its input, as a handler of `tools/call` does.
  const params = {
    "~standard": { version: 1, vendor: "proviso", validate: (value: unknown) => ({ value }) },
  } as const;
  server.setRequestHandler(method, { params }, answer);
}

/** The client's capabilities: in each request since 2026-07-28, and once per connection before. */
export function clientCapabilities(
  protocol: Server,
  era: McpRequestContext["era"],
  context: ServerContext,
): ClientCapabilities | undefined {
  if (era === "legacy") return protocol.getClientCapabilities();
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
}

/** What the client says of itself: in each request since 2026-07-28, and once per connection before. */
export function clientInfo(
  protocol: Server,
  era: McpRequestContext["era"],
  { mcpReq }: ServerContext,
): unknown {
  if (era === "legacy") return protocol.getClientVersion();
  return (mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_INFO_META_KEY];
}

/** The error for the methods of the Tasks extension if the client does not declare it. */
export function missingTasks(): Error {
  const requiredCapabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  return new MissingRequiredClientCapabilityError({ requiredCapabilities });
}

export function isRequestTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** Called once when either side closes the connection. */
export function onClose(server: Server, callback: () => void): void {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  server.onclose = callback;
}

/** A server whose transports are served by `attach`; it only learns of their end. */
export function attachedBy(server: Server, attach: (transport: Transport) => Promise<void>): Server {
  return Object.assign(server, {
    async connect(transport: Transport) {
      await attach(transport);
      const torn = transport.onclose;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
      transport.onclose = () => {
        torn?.();
        server.onclose?.();
      };
    },
  });
}

/** Streamable HTTP for one session of a 2025 client. */
export function sessionTransport(
  newSessionId: () => string,
  onOpen: (sessionId: string) => void,
): WebStandardStreamableHTTPServerTransport {
  return new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: newSessionId,
    onsessioninitialized: onOpen,
  });
}

export const modernRevision = "2026-07-28";

/** Streamable HTTP for one request of 2026-07-28, whose answer is a stream of notifications. */
export function listenTransport(): PerRequestHTTPServerTransport {
  return new PerRequestHTTPServerTransport({ classification: { era: "modern", revision: modernRevision } });
}

export function stdioTransport(input: Readable, output: Writable): Transport {
  return new StdioServerTransport(input, output);
}

/** Serves one connection over any transport: the first message determines the protocol version. */
export function serveTransport(
  transport: Transport,
  makeProtocol: (context: McpRequestContext) => Server,
): McpConnection {
  const handle = serveStdio(makeProtocol, { transport });
  const closed = new Promise<void>((resolve) => {
    const torn = transport.onclose;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
    transport.onclose = () => {
      torn?.();
      resolve();
    };
  });
  return { closed, close: () => handle.close() };
}
