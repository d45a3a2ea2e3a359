import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { request as secureRequest } from "node:https";
import { connect, type Socket } from "node:net";
import { UsageError } from "@proviso/terminal";
import type { Oracle, Snapshot } from "../model.ts";
import { eventLog, type EventLog } from "./event-log.ts";
import { loopback } from "./loopback.ts";

interface Recorder {
  readonly log: EventLog;
  /** The ends of tunnels through which something was sent since the last snapshot. */
  readonly tunnels: Set<string>;
  readonly isForwarding: boolean;
  /** The address in whose place the recorder is. */
  readonly base: URL | undefined;
}

/** Requests that the server makes, by the proxy that its environment names, or by a recorder in the place of an address. */
export const http: Oracle = async ({ options }) => {
  const { http: rule, "base-url": written } = options;
  if (rule === undefined && written === undefined) return undefined;
  if (rule !== undefined && rule !== "record" && rule !== "forward")
    throw new UsageError(`\`--http\` takes \`record\` or \`forward\`, and not \`${rule}\``);
  const base = written === undefined ? undefined : readBase(written);
  const log = eventLog("http", "requests to the server's HTTP proxy or recorder; of https, the host alone");
  const tunnels = new Set<string>();
  const recorder: Recorder = { log, tunnels, isForwarding: rule === "forward", base: base?.url };
  const server = createServer((incoming, outgoing) => answer(incoming, outgoing, recorder));
  const { port, close } = await loopback(server);
  server.on("connect", ({ url = "" }, socket) => tunnel(url, socket as Socket, recorder));
  const address = `http://127.0.0.1:${port}`;
  const proxies = rule === undefined ? {} : proxyVariables(address, base ? "127.0.0.1" : "");
  const snapshot = (): Promise<Snapshot> => {
    for (const end of tunnels) log.add("asked", `CONNECT ${end}`);
    tunnels.clear();
    return log.snapshot();
  };
  return { ...log, snapshot, env: { ...proxies, ...(base && { [base.name]: address }) }, close };
};

function readBase(written: string): { readonly name: string; readonly url: URL } {
  const [, name = "", url = ""] = /^([A-Za-z_]\w*)=(.+)$/.exec(written) ?? [];
  if (!URL.canParse(url)) throw new UsageError("`--base-url` must be written as NAME=URL");
  return { name, url: new URL(url) };
}

/** Both spellings: programs read one or the other. Node.js reads them since 24 if told to. `none`: reached directly. */
function proxyVariables(address: string, none: string): Readonly<Record<string, string>> {
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"];
  const proxies = Object.fromEntries(names.map((name) => [name, address]));
  return { ...proxies, NO_PROXY: none, no_proxy: none, NODE_USE_ENV_PROXY: "1" };
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse, recorder: Recorder): void {
  const { log, isForwarding, base } = recorder;
  const { url: written = "/", method = "GET", headers } = incoming;
  // A proxy is asked for a whole address, a recorder for a path.
  const isPath = written.startsWith("/");
  const url = isPath && base ? new URL(base.href.replace(/\/$/, "") + written) : URL.parse(written);
  if (!url || !/^https?:$/.test(url.protocol)) return refuse(outgoing, 400);
  const isReading = ["GET", "HEAD", "OPTIONS"].includes(method);
  log.add(isReading ? "asked" : "sent", `${method} ${url.origin}${url.pathname}`);
  if (!isPath && !isForwarding) return refuse(outgoing, 403);
  const send = url.protocol === "https:" ? secureRequest : request;
  const forwarded = send(url, { method, headers: { ...headers, host: url.host } }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  forwarded.on("error", () => refuse(outgoing, 502));
  incoming.pipe(forwarded);
}

function refuse(outgoing: ServerResponse, status: number): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(status, { "Content-Type": "text/plain" });
  outgoing.end("recorded by proviso verify, and not forwarded\n");
}

/** What goes through a tunnel is encrypted, so that only the other end is known. */
function tunnel(url: string, socket: Socket, { tunnels, isForwarding }: Recorder): void {
  tunnels.add(url);
  socket.on("error", () => {});
  if (!isForwarding) return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  const end = URL.parse(`https://${url}`);
  if (!end) return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  const other = connect(Number(end.port) || 443, end.hostname, () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    // A tunnel may be used for several calls.
    other
      .pipe(socket)
      .on("data", () => tunnels.add(url))
      .pipe(other);
  });
  socket.on("close", () => other.destroy());
  other.on("error", () => socket.destroy());
}
