import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { McpConnection } from "@proviso/client";
import { connectMcpClient } from "@proviso/client/mcp";
import type { EnforcingServer, Principal } from "@proviso/server/codegen1";
import { connectMcp } from "@proviso/server/mcp";
import { onTestFinished } from "vitest";
import type { Wire } from "./states.ts";

const anna: Principal = { id: "anna", kind: "agent", permissions: ["notes:read", "notes:write"] };
const info = { name: "notes", version: "1.0.0" };

async function open(transport: InMemoryTransport): Promise<McpConnection> {
  const connection = await connectMcpClient(transport, info);
  onTestFinished(() => connection.close());
  return connection;
}

/** A client at a server of today's runtime. */
export async function connectTo(server: EnforcingServer): Promise<McpConnection> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await connectMcp(server, theirs, { principal: anna, serverInfo: info, sdk: 1 } as never);
  onTestFinished(() => server.close());
  return open(ours);
}

/** A client at a server that sends what an older runtime sent, and nothing else. */
export async function connectToRecorded({ tools, calls }: Wire): Promise<McpConnection> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }) as never);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const withPerson = server.getClientCapabilities()?.elicitation !== undefined;
    const same = calls.filter(
      (call) =>
        call.name === params.name && JSON.stringify(call.arguments) === JSON.stringify(params.arguments),
    );
    const call = same.find((each) => each.withPerson === withPerson) ?? same[0];
    if (!call) throw new Error(`not recorded: ${JSON.stringify(params)}`);
    if (call.question) {
      const { action } = await server.elicitInput(call.question as never);
      if (action !== "accept") throw new Error(`the recorded person said yes, and this one ${action}`);
    }
    return call.result as never;
  });
  await server.connect(theirs);
  return open(ours);
}
