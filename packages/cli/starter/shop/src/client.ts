import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

// Starts the server and talks to it over stdio, as any MCP host does: it knows nothing of approvals.
const main = fileURLToPath(new URL("main.js", import.meta.url));
const client = new Client({ name: "agent", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [main] }));

async function refund(args: Record<string, unknown>): Promise<unknown> {
  const result = await client.callTool({ name: "payments_refund", arguments: args });
  return result.structuredContent ?? result.content;
}

// A dry run changes nothing, and needs nobody.
console.log("plan", await refund({ paymentId: "pay_1", cents: 500, dryRun: true }));
// The first time this waits. Once somebody has approved it, the same call runs.
console.log("refund", await refund({ paymentId: "pay_1", cents: 500 }));
await client.close();
