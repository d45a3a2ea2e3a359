import type { IncomingMessage } from "node:http";
import type { Principal } from "@proviso/server";
import { serveHttp, serveStdio } from "@proviso/server/mcp";
import type { Backoffice } from "./open-backoffice.ts";
import type { Tokens } from "./tokens.ts";

export interface ServeOptions {
  /** On whose behalf stdio calls are made. */
  readonly principal: Principal;
  /** Serves HTTP there; absent serves stdio. */
  readonly port: number | undefined;
  readonly tokens: Tokens;
}

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
  let closing = false;
  const stop = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    await connection.close();
    await backoffice.close();
  };
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());
  if (port === undefined) process.stdin.once("end", () => void stop());
}

async function bearer(request: IncomingMessage, tokens: Tokens): Promise<Principal | undefined> {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
  return token === undefined ? undefined : await tokens.verify(token);
}
