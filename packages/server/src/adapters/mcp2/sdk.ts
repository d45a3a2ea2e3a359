/** The only file that knows where things are in the 2.x MCP SDK. */
import type { Readable, Writable } from "node:stream";
import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  inputRequired,
  isLegacyRequest,
  MissingRequiredClientCapabilityError,
  SdkError,
  SdkErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type CallToolResult,
  type ClientCapabilities,
  type Implementation,
  type InputRequiredResult,
  type ListToolsResult,
  type McpHttpHandler,
  type McpRequestContext,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";

export { createMcpHandler, inputRequired, isLegacyRequest };
export type {
  AuthInfo,
  CallToolResult,
  Implementation,
  InputRequiredResult,
  ListToolsResult,
  McpHttpHandler,
  McpRequestContext,
  Server,
  ServerContext,
  Transport,
};

/** One for all: the SDK would build a validator for each connection, and over HTTP for each request. */
const validator = new AjvJsonSchemaValidator();

/** A client need not ask again within this time; a call is judged anew in any case. */
const listTtlMs = 60_000;
/** Lists differ by principal, so nobody between may keep one. */
const cached = { ttlMs: listTtlMs, cacheScope: "private" } as const;

/** A low-level server, because the high-level one takes no plain JSON Schema. */
export function protocolServer(
  serverInfo: Implementation,
  extensions: Readonly<Record<string, object>>,
  instructions: string | undefined,
): Server {
  return new Server(serverInfo, {
    capabilities: { tools: {}, extensions: { ...extensions } as Record<string, never> },
    cacheHints: { "tools/list": cached, "server/discover": cached },
    jsonSchemaValidator: validator,
    ...(instructions === undefined ? {} : { instructions }),
  });
}

/** Answers a method that is none of MCP's. */
export function onCustomRequest(
  server: Server,
  method: string,
  answer: (params: unknown, context: ServerContext) => Promise<Record<string, unknown>>,
): void {
  // The handler reads what it gets, as a handler of `tools/call` does.
  const params = {
    "~standard": { version: 1, vendor: "proviso", validate: (value: unknown) => ({ value }) },
  } as const;
  server.setRequestHandler(method, { params }, answer);
}

/** What this client can do: said in each request since 2026-07-28, and once for the connection before. */
export function clientCapabilities(
  protocol: Server,
  era: McpRequestContext["era"],
  context: ServerContext,
): ClientCapabilities | undefined {
  if (era === "legacy") return protocol.getClientCapabilities();
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
}

/** The error of a call that needs a form to be shown to a person, by a client that cannot. */
export function missingElicitation(message: string): Error {
  const requiredCapabilities = { elicitation: { form: {} } };
  return new MissingRequiredClientCapabilityError({ requiredCapabilities }, message);
}

export function isRequestTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** Calls back once, when the connection is closed from either side. */
export function onClose(server: Server, callback: () => void): void {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  server.onclose = callback;
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

export function stdioTransport(input: Readable, output: Writable): Transport {
  return new StdioServerTransport(input, output);
}

export interface ServedTransport {
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one connection over any transport: its first message says of which era it is. */
export function serveTransport(
  transport: Transport,
  makeProtocol: (context: McpRequestContext) => Server,
): ServedTransport {
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
