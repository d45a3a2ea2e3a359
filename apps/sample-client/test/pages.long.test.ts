// A guard reads all pages of a server that lists three tools a page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBackofficeClient, manifest } from "@backoffice/client";
import { StreamableHTTPClientTransport as HttpTransport2 } from "@modelcontextprotocol/client";
import {
  getDefaultEnvironment,
  StdioClientTransport as StdioTransport2,
} from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as StdioTransport1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpTransport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { McpConnection } from "@proviso/client";
import { connectMcpClient as connect1 } from "@proviso/client/mcp";
import { connectMcpClient as connect2 } from "@proviso/client/mcp2";
import { serveHttp } from "@proviso/server/mcp";
import { openBackoffice, seededPrincipal } from "backoffice-server";
import { expect, onTestFinished, test } from "vitest";

/** The generation of the client's SDK. */
type Client = "1.x" | "2.x";
/** The generation of the server's SDK. */
type Sdk = 1 | 2;

const program = new URL("./paged-server.ts", import.meta.url).pathname;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "backoffice-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function overStdio(client: Client, sdk: Sdk): Promise<McpConnection> {
  const { NODE_OPTIONS = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { ...getDefaultEnvironment(), NODE_OPTIONS, NODE_COMPILE_CACHE };
  const args = [program, String(sdk), newFolder()];
  const command = { command: process.execPath, args, env, stderr: "inherit" } as const;
  return client === "1.x" ? connect1(new StdioTransport1(command)) : connect2(new StdioTransport2(command));
}

async function overHttp(client: Client, sdk: Sdk): Promise<McpConnection> {
  const backoffice = await openBackoffice(newFolder());
  onTestFinished(() => backoffice.close());
  const listener = await serveHttp(backoffice.server, {
    sdk,
    port: 0,
    serverInfo: { name: "backoffice-server", version: "0.1.0" },
    authenticate: async () => seededPrincipal("mia", new Date()),
    toolsPerPage: 3,
  });
  onTestFinished(() => listener.close());
  const url = new URL(listener.url);
  return client === "1.x" ? connect1(new HttpTransport1(url) as never) : connect2(new HttpTransport2(url));
}

test.for([
  ["1.x", 1, "stdio"],
  ["2.x", 1, "stdio"],
  ["1.x", 2, "stdio"],
  ["2.x", 2, "stdio"],
  ["1.x", 1, "HTTP"],
  ["2.x", 1, "HTTP"],
  ["1.x", 2, "HTTP"],
  ["2.x", 2, "HTTP"],
] as const)("%s client, SDK %i.x on the server, %s", async ([client, sdk, over]) => {
  const connection = await (over === "stdio" ? overStdio(client, sdk) : overHttp(client, sdk));
  onTestFinished(() => connection.close());
  const { guard, customers } = createBackofficeClient(connection, { env: "test" });
  const { drift, tools } = await guard.inspect();
  expect(drift).toEqual([]);
  const allowed = manifest.tools.filter(({ riskLevel }) => riskLevel !== "forbidden");
  expect(allowed.filter(({ name }) => !tools.get(name))).toEqual([]);
  expect(await customers.get({ customerId: "cus_0001" })).toMatchObject({ ok: true });
});
