import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { serveHttp } from "@proviso/server/mcp";
import { openBackoffice, seededPrincipal } from "backoffice-server";
import type { Way } from "./clients.ts";

const manifest = createRequire(import.meta.url).resolve("backoffice-server/package.json");
const program = join(dirname(manifest), "bin/backoffice-server.js");
const token = "of-this-run";

/** How a driver reaches the sample server: a program that it starts, or a URL. */
export type Target =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly url: string; readonly token: string };

/** Lets a client use the sample server in one way, each time on new data. */
export async function withSampleServer<T>(way: Way, use: (target: Target) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), "proviso-clients-data-"));
  try {
    return await (way === "stdio" ? use(stdioTarget(data)) : overHttp(way, data, use));
  } finally {
    rmSync(data, { recursive: true });
  }
}

function stdioTarget(data: string): Target {
  const { NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
  return {
    command: process.execPath,
    args: [program, "--data", data],
    env: { NODE_OPTIONS, NODE_COMPILE_CACHE },
  };
}

async function overHttp<T>(way: Way, data: string, use: (target: Target) => Promise<T>): Promise<T> {
  const { server, close } = await openBackoffice(data);
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
