import type { IncomingMessage } from "node:http";
import { shutDown, type Principal } from "@proviso/server";
import { serveHttp, serveStdio } from "@proviso/server/mcp";
import type { Backoffice } from "../backoffice/open-backoffice.ts";
import type { Tokens } from "../identity/tokens.ts";

export interface ServeOptions {
  /** On whose behalf stdio calls are made. */
  readonly principal: Principal;
  /** Serves HTTP there; absent serves stdio. */
  readonly port: number | undefined;
  readonly tokens: Tokens;
}

/** Less than the time after which supervisors kill a process, which is 30 seconds for Kubernetes and 10 for Docker. */
const graceMs = 8000;

const serverInfo = { name: "backoffice-server", title: "Nordlicht backoffice", version: "0.1.0" };

/** Serves until the parent goes away or a signal asks to stop. Standard output belongs to MCP: we log to standard error. */
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
