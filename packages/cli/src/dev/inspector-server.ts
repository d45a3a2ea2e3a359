import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "@proviso/terminal";
import type { InspectorFeed } from "./inspector-feed.ts";
import { randomBytes, timingSafeEqual } from "node:crypto";

export interface InspectorServer {
  /** With the token in the fragment, which no browser sends. */
  readonly url: string;
  close(): Promise<void>;
}

export interface InspectorParts {
  readonly feed: InspectorFeed;
  call(asked: object): Promise<unknown>;
  /** Open questions of the contracts, and answers to them. */
  todo(asked: Readonly<Record<string, unknown>>): Promise<unknown>;
}

const headers = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};

/** The page itself holds nothing secret. */
const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript; charset=utf-8"],
  "/todo.js": ["todo.js", "text/javascript; charset=utf-8"],
  "/style.css": ["style.css", "text/css; charset=utf-8"],
};
const folder = new URL("../../inspector/", import.meta.url);
const maxBytes = 1024 * 1024;

/** Serves the inspector on loopback. Throws a `UsageError` if the port is taken. */
export async function serveInspector(port: number, parts: InspectorParts): Promise<InspectorServer> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new UsageError(`port ${port} is taken: name another with \`--port\``, { cause: error });
  });
  const { port: actual } = server.address() as AddressInfo;
  const access = inspectorAccess(actual);
  server.on("request", (request, response) => {
    answer(request, response, access, parts).catch(() => response.writeHead(500, headers).end());
  });
  return {
    url: `http://127.0.0.1:${actual}/#${access.token}`,
    async close() {
      parts.feed.close();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  access: InspectorAccess,
  { feed, call, todo }: InspectorParts,
): Promise<void> {
  const { method, url = "" } = request;
  const [path = "", query] = url.split("?");
  const refuse = (status: number, text: string): void => {
    response.writeHead(status, { ...headers, "Content-Type": "text/plain; charset=utf-8" }).end(`${text}\n`);
  };
  if (!access.isOurs(request)) return refuse(403, "not from the inspector's own page");
  const file = Object.hasOwn(files, url) ? files[url] : undefined;
  if (method === "GET" && file) {
    const [name, type] = file;
    response.writeHead(200, { ...headers, "Content-Type": type }).end(readFileSync(new URL(name, folder)));
    return undefined;
  }
  const send = (value: unknown): void => {
    response.writeHead(200, { ...headers, "Content-Type": "application/json" }).end(JSON.stringify(value));
  };
  if (method === "POST" && path === "/session") {
    const { token } = await readJson(request);
    const session = access.exchange(token);
    if (session === undefined) return refuse(403, "this token was used already, or is wrong");
    return send({ session });
  }
  if (!access.isSession(new URLSearchParams(query).get("session")))
    return refuse(401, "no session: open the address that the terminal shows");
  if (method === "GET" && path === "/events") {
    response.writeHead(200, { ...headers, "Content-Type": "text/event-stream" });
    return feed.join(response);
  }
  if (method === "POST" && path === "/call") {
    const result = await call(await readJson(request));
    return result === undefined ? refuse(503, "no server runs") : send(result);
  }
  if (method === "POST" && path === "/todo") return send(await todo(await readJson(request)));
  return refuse(404, "no such page");
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw new Error("the request is too large");
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString("utf8")) as Readonly<Record<string, unknown>>;
}

/** Who may use the inspector: the browser that first showed the token, on its own pages. */
interface InspectorAccess {
  readonly token: string;
  /** Whether a request names this address and no other origin: no DNS rebinding, no forgery. */
  isOurs(request: IncomingMessage): boolean;
  /**
   * The secret of the session, for the first request with the token; undefined for all others. The
   * page sends it with each request: a cookie would be sent to every port of this computer.
   */
  exchange(token: unknown): string | undefined;
  isSession(given: unknown): boolean;
}

function inspectorAccess(port: number): InspectorAccess {
  const [token, session] = [secret(), secret()];
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  let isUsed = false;
  return {
    token,
    isOurs({ headers: { host = "", origin }, method }) {
      if (!hosts.includes(host)) return false;
      if (origin === undefined) return method === "GET";
      return origin === `http://${host}`;
    },
    exchange(given) {
      if (isUsed || !isSame(given, token)) return undefined;
      isUsed = true;
      return session;
    },
    isSession: (given) => isSame(given, session),
  };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

function isSame(given: unknown, wanted: string): boolean {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
