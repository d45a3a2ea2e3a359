import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { McpConnection } from "@proviso/client";
import { connectMcpClient } from "@proviso/client/mcp";

/** The tools of a server without contracts: names and annotations, as on most servers. */
const foreignTools = [
  foreignTool("list_orders", "List orders", true, false, true, false),
  foreignTool("cancel_subscription", "Cancel subscription", false, true, true, false),
  foreignTool("deliver_webhook", "Deliver a webhook", false, false, true, true),
];

function foreignTool(
  name: string,
  title: string,
  readOnlyHint: boolean,
  destructiveHint: boolean,
  idempotentHint: boolean,
  openWorldHint: boolean,
) {
  const annotations = { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint };
  return { name, title, inputSchema: { type: "object" as const }, annotations };
}

export interface ForeignServer {
  readonly connection: McpConnection;
  /** The names of the calls that it received. */
  readonly calls: readonly string[];
}

/** A foreign server, made with the SDK alone. The first response to `deliver_webhook` is lost. */
export async function openForeignServer(): Promise<ForeignServer> {
  const calls: string[] = [];
  const server = new Server({ name: "billing", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: foreignTools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name } }) => {
    const isFirst = !calls.includes(name);
    calls.push(name);
    if (name === "deliver_webhook" && isFirst) throw new Error("503 Service Unavailable");
    return { content: [{ type: "text", text: `${name}: ok` }] };
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  return { connection: await connectMcpClient(ours), calls };
}
