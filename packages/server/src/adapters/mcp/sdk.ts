/** The only file that imports the 1.x MCP SDK. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type {
  JSONRPCRequest,
  ListToolsResult,
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import { hostServer } from "../wire/host-server.ts";
import type { McpOptions } from "../wire/mcp-options.ts";

export {
  CallToolRequestSchema,
  ElicitResultSchema,
  EmptyResultSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
export type { ListToolsResult, Server, Transport };

/** What the SDK passes to a request handler. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** A new Ajv for each answer: the SDK would keep one a session, and every question with it. */
const sdkValidator: jsonSchemaValidator = {
  getValidator: (schema) => new AjvJsonSchemaValidator().getValidator(schema),
};

/** Makes a low-level server (the other accepts no JSON Schema), or takes the host's. */
export function protocolServer(
  { serverInfo, instructions, beside }: McpOptions,
  extensions: Readonly<Record<string, object>>,
  more: { readonly resources?: object } = {},
): Server {
  const capabilities = { tools: {}, extensions: { ...extensions }, ...more };
  if (beside) {
    const server = hostServer(beside(), Server, "@modelcontextprotocol/sdk");
    server.registerCapabilities(capabilities);
    return server;
  }
  return new Server(serverInfo, {
    capabilities,
    jsonSchemaValidator: sdkValidator,
    ...(instructions === undefined ? {} : { instructions }),
  });
}

/** Handles a method that MCP does not define. `setRequestHandler` would need a Zod schema. */
export function onCustomRequest(
  server: Server,
  method: string,
  answer: (request: JSONRPCRequest, extra: RequestExtra) => Promise<Record<string, unknown>>,
): void {
  const others = server.fallbackRequestHandler;
  server.fallbackRequestHandler = (request, extra) => {
    if (request.method === method) return answer(request, extra);
    if (others) return others(request, extra);
    throw Object.assign(new Error("Method not found"), { code: ErrorCode.MethodNotFound });
  };
}

/** Called once when either side closes the connection. */
export function onClose(server: Server, callback: () => void): void {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  server.onclose = callback;
}

export function stdioTransport(input: Readable, output: Writable): Transport {
  return new StdioServerTransport(input, output);
}

export function isRequestTimeout(error: unknown): boolean {
  return error instanceof McpError && error.code === (ErrorCode.RequestTimeout as number);
}

/** The Streamable HTTP transport of one session. */
export interface HttpTransport {
  readonly transport: Transport;
  sessionId(): string | undefined;
  /** `json` is the parsed body. */
  handle(request: IncomingMessage, response: ServerResponse, json: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface HttpTransportOptions {
  newSessionId(): string;
  onOpen(sessionId: string): void;
}

/** Loaded on first use, because stdio does not need an HTTP server. */
export async function httpTransport(options: HttpTransportOptions): Promise<HttpTransport> {
  const { StreamableHTTPServerTransport } =
    await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: options.newSessionId,
    onsessioninitialized: options.onOpen,
  });
  return {
    // The SDK declares optional members as `T | undefined`, which is not the same as `T?` here.
    transport: transport as Transport,
    sessionId: () => transport.sessionId,
    handle: (request, response, json) => transport.handleRequest(request, response, json),
    close: () => transport.close(),
  };
}
