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
import * as mcp from "@proviso/server/mcp";
import * as mcp2 from "@proviso/server/mcp2";
import { openBackoffice, seededPrincipal } from "backoffice-server";
import { expect, onTestFinished, test } from "vitest";

type Sdk = "1.x" | "2.x";
type Adapter = "mcp" | "mcp2";

const program = new URL("./paged-server.ts", import.meta.url).pathname;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "backoffice-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function overStdio(sdk: Sdk, adapter: Adapter): Promise<McpConnection> {
  const env = { ...getDefaultEnvironment(), NODE_OPTIONS: process.env["NODE_OPTIONS"] ?? "" };
  const args = [program, adapter, newFolder()];
  const command = { command: process.execPath, args, env, stderr: "inherit" } as const;
  return sdk === "1.x" ? connect1(new StdioTransport1(command)) : connect2(new StdioTransport2(command));
}

async function overHttp(sdk: Sdk, adapter: Adapter): Promise<McpConnection> {
  const backoffice = await openBackoffice(newFolder());
  onTestFinished(() => backoffice.close());
  const listener = await { mcp, mcp2 }[adapter].serveHttp(backoffice.server, {
    port: 0,
    serverInfo: { name: "backoffice-server", version: "0.1.0" },
    authenticate: async () => seededPrincipal("mia", new Date()),
    toolsPerPage: 3,
  });
  onTestFinished(() => listener.close());
  const url = new URL(listener.url);
  return sdk === "1.x" ? connect1(new HttpTransport1(url) as never) : connect2(new HttpTransport2(url));
}

test.for([
  ["1.x", "mcp", "stdio"],
  ["2.x", "mcp", "stdio"],
  ["1.x", "mcp2", "stdio"],
  ["2.x", "mcp2", "stdio"],
  ["1.x", "mcp", "HTTP"],
  ["2.x", "mcp", "HTTP"],
  ["1.x", "mcp2", "HTTP"],
  ["2.x", "mcp2", "HTTP"],
] as const)("%s client, %s adapter, %s", async ([sdk, adapter, over]) => {
  const connection = await (over === "stdio" ? overStdio(sdk, adapter) : overHttp(sdk, adapter));
  onTestFinished(() => connection.close());
  const { guard, customers } = createBackofficeClient(connection, { env: "test" });
  const { drift, tools } = await guard.inspect();
  expect(drift).toEqual([]);
  const allowed = manifest.tools.filter(({ riskLevel }) => riskLevel !== "forbidden");
  expect(allowed.filter(({ name }) => !tools.get(name))).toEqual([]);
  expect(await customers.get({ customerId: "cus_0001" })).toMatchObject({ ok: true });
});
