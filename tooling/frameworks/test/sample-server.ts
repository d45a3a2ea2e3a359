import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpConnection } from "@proviso/client";
import { connectMcpClient } from "@proviso/client/mcp";
import { connectMcp } from "@proviso/server/mcp";
import type { ProgramsPlug } from "@proviso/server";
import { openBackoffice, seededPrincipal } from "backoffice-server";
import { onTestFinished } from "vitest";

const serverInfo = { name: "backoffice-server", version: "0.1.0" };

/** Opens a sample server with its own data, and connects to it as Mia; it closes with the test. */
export async function connectToSampleServer(programs?: ProgramsPlug): Promise<McpConnection> {
  const data = mkdtempSync(join(tmpdir(), "proviso-frameworks-"));
  const backoffice = await openBackoffice(data, undefined, undefined, undefined, programs);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const principal = seededPrincipal("mia", new Date());
  if (!principal) throw new Error("the sample has no Mia");
  await connectMcp(backoffice.server, theirs, { sdk: 2, principal, serverInfo });
  const connection = await connectMcpClient(ours);
  onTestFinished(async () => {
    await connection.close();
    await backoffice.close();
    rmSync(data, { recursive: true });
  });
  return connection;
}
