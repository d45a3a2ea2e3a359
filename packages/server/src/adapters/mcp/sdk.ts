/** The only file that knows where things are in the 1.x MCP SDK. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type {
  Implementation,
  JSONRPCRequest,
  ListToolsResult,
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";

export {
  CallToolRequestSchema,
  ElicitResultSchema,
  EmptyResultSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
export type { Implementation, ListToolsResult, Server, Transport };

/** What the SDK tells a request handler about its request. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Made when a person has answered: the SDK would build an Ajv for each session, and one for all would keep every question. */
const validator: jsonSchemaValidator = {
  getValidator: (schema) => new AjvJsonSchemaValidator().getValidator(schema),
};

/** A low-level server, because the high-level one takes no JSON Schema. */
export function protocolServer(
  serverInfo: Implementation,
  extensions: Readonly<Record<string, object>>,
  instructions: string | undefined,
): Server {
  return new Server(serverInfo, {
    capabilities: { tools: {}, extensions: { ...extensions } },
    jsonSchemaValidator: validator,
    ...(instructions === undefined ? {} : { instructions }),
  });
}

/** Answers a method that is none of MCP's; every other is still unknown. `setRequestHandler` would want a Zod schema. */
export function onCustomRequest(
  server: Server,
  method: string,
  answer: (request: JSONRPCRequest, extra: RequestExtra) => Promise<Record<string, unknown>>,
): void {
  server.fallbackRequestHandler = (request, extra) => {
    if (request.method === method) return answer(request, extra);
    throw Object.assign(new Error("Method not found"), { code: ErrorCode.MethodNotFound });
  };
}

/** Calls back once, when the connection is closed from either side. */
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

/** A transport of Streamable HTTP for one session, to connect a protocol server to. */
export interface HttpTransport {
  readonly transport: Transport;
  sessionId(): string | undefined;
  /** `json` is the body, which has been read. */
  handle(request: IncomingMessage, response: ServerResponse, json: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface HttpTransportOptions {
  newSessionId(): string;
  onOpen(sessionId: string): void;
}

/** Loaded on first use: over stdio nobody should wait for an HTTP server to load. */
export async function httpTransport(options: HttpTransportOptions): Promise<HttpTransport> {
  const { StreamableHTTPServerTransport } =
    await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: options.newSessionId,
    onsessioninitialized: options.onOpen,
  });
  return {
    // Its optional members are declared as `T | undefined`, which exactOptionalPropertyTypes tells from `T?`.
    transport: transport as Transport,
    sessionId: () => transport.sessionId,
    handle: (request, response, json) => transport.handleRequest(request, response, json),
    close: () => transport.close(),
  };
}
