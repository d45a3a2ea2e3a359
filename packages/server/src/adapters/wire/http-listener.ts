import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inTime } from "../../api/within.ts";
import { answerError } from "./check-sender.ts";
import { isMetadataPath } from "./protected-resource.ts";

export interface HttpHandler {
  /**
   * Answers one request of the MCP endpoint, on any path; for its metadata,
   * `/.well-known/oauth-protected-resource` and below has to be routed here too. Never rejects.
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Closes everything that is open. */
  close(): Promise<void>;
}

export interface ListenAddress {
  /** 0 means a free port. */
  readonly port: number;
  /** Defaults to 127.0.0.1. */
  readonly host?: string;
}

export interface HttpListener {
  /** The URL of the MCP endpoint. */
  readonly url: string;
  close(): Promise<void>;
}

/** Results are sent within this time, or the client is not reading. */
const lastAnswersMs = 1000;

/** Answers requests. Closing waits a moment for responses that are being sent. */
export function httpHandler(parts: {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}): HttpHandler {
  const open = new Set<Promise<void>>();
  return {
    async handle(request, response) {
      // A stream that a client opens with GET never ends.
      if (request.method === "POST") {
        const sent = new Promise<void>((resolve) => response.once("close", resolve));
        open.add(sent);
        void sent.then(() => open.delete(sent));
      }
      await answerOrFail(response, () => parts.answer(request, response));
    },
    async close() {
      await inTime(lastAnswersMs, Promise.all(open)).catch(() => {});
      await parts.close();
    },
  };
}

/** Errors are answered too, unless the response has begun. */
async function answerOrFail(response: ServerResponse, answer: () => Promise<void>): Promise<void> {
  try {
    await answer();
  } catch {
    if (!response.headersSent) answerError(response, 500, "Internal error");
    else response.destroy();
  }
}

/**
 * Milliseconds for a client to send the head of a request, the whole request, and another one on
 * the same connection. Responses may take any time. Most proxies drop an idle connection after 60
 * seconds: a server that drops it before them may do so while a request is on its way.
 */
export const timeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
};

/** Answers a request that is not for the MCP endpoint. Never rejects. */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface ListenRules {
  readonly limits?: typeof timeLimits;
  /** Answers at other paths, such as `/healthz`. */
  readonly pages?: Readonly<Record<string, AnswerPage>>;
  /** The answer at a path and below it; an empty path means all others. */
  readonly mounted?: { readonly path: string; readonly answer: AnswerPage };
}

/** Says in words why an address cannot be listened on; other errors stay as they are. */
function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const what: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} on ${host} is in use: stop the program that listens there, or pass another \`port\` (0 takes a free one)`,
    EACCES: `this user may not listen on port ${port} of ${host}: pass a \`port\` of 1024 or above`,
    EADDRNOTAVAIL: `this machine has no address ${host}: pass another \`host\``,
  };
  const said = what[error.code ?? ""];
  return said === undefined ? error : Object.assign(new Error(said), { code: error.code });
}

/** Listens at the path `/mcp`, and at that of its metadata. Rejects if the address is taken or not allowed. */
export async function listen(
  handler: HttpHandler,
  address: ListenAddress,
  { limits = timeLimits, pages = {}, mounted }: ListenRules = {},
): Promise<HttpListener> {
  // Loaded late, because stdio does not need it. An `import` reads all exports, one of which loads a web client.
  const { createServer } = process.getBuiltinModule("node:http");
  const listener = createServer(limits, (request, response) => {
    const [path = ""] = request.url?.split("?") ?? [];
    if (path === "/mcp" || isMetadataPath(path)) void handler.handle(request, response);
    else if (Object.hasOwn(pages, path)) void pages[path]?.(request, response);
    else if (mounted && `${path}/`.startsWith(`${mounted.path}/`)) void mounted.answer(request, response);
    else answerError(response, 404, "Not found");
  });
  const host = address.host ?? "127.0.0.1";
  await new Promise<void>((resolve, reject) => {
    listener.once("error", (error) => reject(listenError(error, address.port, host)));
    listener.listen(address.port, host, resolve);
  });
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/mcp`,
    async close() {
      await handler.close();
      listener.closeAllConnections();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}
