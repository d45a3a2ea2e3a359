import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { McpConnection } from "@proviso/client";
import { onTestFinished } from "vitest";
import { connectToData } from "./connect-to-data.ts";

/** Starts a sample server in its own process, with its own data; it ends with the test. */
export async function connectToSampleServer(): Promise<McpConnection> {
  const data = mkdtempSync(join(tmpdir(), "proviso-frameworks-"));
  const connection = await connectToData(data);
  onTestFinished(async () => {
    await connection.close();
    rmSync(data, { recursive: true });
  });
  return connection;
}
