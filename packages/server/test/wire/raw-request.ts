import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A request whose socket the test controls: what is sent when, and whether the response is read. */
export interface RawRequest {
  readonly socket: Socket;
  /** Sends what is left of it. */
  finish(): void;
  /** The answer: all of it, or what came of it before the server closed the connection. */
  reply(): Promise<string>;
}

const lastChunk = "\r\n0\r\n\r\n";

/** Opens a connection, and sends a request but for its last byte. Reads nothing yet. */
export async function beginRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<RawRequest> {
  const { host, hostname, pathname, port } = new URL(url);
  const bytes = Buffer.from(JSON.stringify(body));
  const { method, params } = body as { readonly method: string; readonly params: { readonly name?: string } };
  const all = {
    host,
    connection: "close",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...("mcp-session-id" in headers ? {} : { "mcp-protocol-version": "2026-07-28" }),
    "mcp-method": method,
    "mcp-name": params.name ?? "",
    "content-length": bytes.length,
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname).pause();
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(`POST ${pathname} HTTP/1.1\r\n${head.join("")}\r\n`);
  await new Promise((resolve) => socket.write(bytes.subarray(0, -1), resolve));
  return {
    socket,
    finish: () => void socket.write(bytes.subarray(-1)),
    async reply() {
      const chunks: Buffer[] = [];
      let tail = "";
      socket.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        tail = (tail + chunk.toString("latin1").slice(-lastChunk.length)).slice(-lastChunk.length);
        if (tail === lastChunk) socket.destroy();
      });
      if (!socket.closed) await once(socket.resume(), "close");
      return Buffer.concat(chunks).toString();
    },
  };
}
