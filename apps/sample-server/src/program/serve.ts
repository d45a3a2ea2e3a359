import type { IncomingMessage } from "node:http";
import { shutDown, type Principal } from "@proviso/server";
import { serveHttp, serveStdio } from "@proviso/server/mcp";
import type { Backoffice } from "../backoffice/open-backoffice.ts";
import type { Tokens } from "../identity/tokens.ts";

export interface ServeOptions {
  /** The caller over stdio. */
  readonly principal: Principal;
  /** The port for HTTP; without it, stdio is served. */
  readonly port: number | undefined;
  readonly tokens: Tokens;
}

/** Less than the time after which supervisors kill a process: 30 seconds for Kubernetes, 10 for Docker. */
const graceMs = 8000;

const serverInfo = { name: "backoffice-server", title: "Nordlicht backoffice", version: "0.1.0" };

/**
 * Serves until the parent closes the input or a signal arrives. Logs go to standard error, because standard output belongs to
 * MCP.
 */
export async function serve(
  backoffice: Backoffice,
  { principal, port, tokens }: ServeOptions,
): Promise<void> {
  const { server } = backoffice;
  const connection =
    port === undefined
      ? await serveStdio(server, { principal, serverInfo })
      : await serveHttp(server, { port, serverInfo, authenticate: (request) => bearer(request, tokens) });
  if ("url" in connection) console.error(`backoffice-server: listening on ${connection.url}`);
  let stopped: Promise<void> | undefined;
  const stop = (): void => {
    stopped ??= shutDown(server, [connection], { graceMs }).then(() => backoffice.close());
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  if (port === undefined) process.stdin.once("end", stop);
}

async function bearer(request: IncomingMessage, tokens: Tokens): Promise<Principal | undefined> {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
  return token === undefined ? undefined : await tokens.verify(token);
}
