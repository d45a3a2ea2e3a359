import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveHttp } from "@proviso/server/mcp";
import { openBackoffice, seededPrincipal } from "backoffice-server";
import type { Way } from "./clients.ts";

const require = createRequire(import.meta.url);
const program = join(dirname(require.resolve("backoffice-server/package.json")), "bin/backoffice-server.js");
const proviso = join(dirname(require.resolve("proviso/package.json")), "bin/proviso.js");
const token = "of-this-run";

/** How a driver reaches the sample server: a program that it starts, or a URL; and how a person approves outside of it. */
export type Target = { readonly approve?: Approve } & (
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly url: string; readonly token: string }
);

/** A program to which the id of an approval is added. */
interface Approve {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Lets a client use the sample server in one way, each time on new data; with an inbox, people approve critical calls there. */
export async function withSampleServer<T>(
  way: Way,
  hasInbox: boolean,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), "proviso-clients-data-"));
  const approve = hasInbox && { approve: approvalProgram(data) };
  const used = (target: Target): Promise<T> => use({ ...target, ...approve });
  try {
    return await (way === "stdio" ? used(stdioTarget(data, hasInbox)) : overHttp(way, data, hasInbox, used));
  } finally {
    rmSync(data, { recursive: true });
  }
}

/** `proviso approvals approve`, as an operator runs it beside the server. */
function approvalProgram(data: string): Approve {
  const args = [proviso, "approvals", "approve", data];
  return { command: process.execPath, args, cwd: dirname(fileURLToPath(import.meta.url)) };
}

function stdioTarget(data: string, hasInbox: boolean): Target {
  const { NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
  return {
    command: process.execPath,
    args: [program, "--data", data, ...(hasInbox ? ["--inbox", "0"] : [])],
    env: { NODE_OPTIONS, NODE_COMPILE_CACHE },
  };
}

async function overHttp<T>(
  way: Way,
  data: string,
  hasInbox: boolean,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const inboxUrl = hasInbox ? "http://127.0.0.1:9/approvals" : undefined;
  const { server, close } = await openBackoffice(data, undefined, inboxUrl);
  const principal = seededPrincipal("mia", new Date());
  const http = await serveHttp(server, {
    sdk: way === "HTTP" ? 1 : 2,
    port: 0,
    serverInfo: { name: "backoffice-server", version: "0.1.0" },
    authenticate: async ({ headers }: IncomingMessage) =>
      headers.authorization === `Bearer ${token}` ? principal : undefined,
  });
  try {
    return await use({ url: http.url, token });
  } finally {
    await http.close();
    await close();
  }
}
