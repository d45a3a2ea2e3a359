import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitRequestSchema,
  ResultSchema,
  type ElicitRequest,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import { connectMcp } from "../../src/mcp.ts";
import type { EnforcingServer, Principal } from "../../src/outcome.ts";
import { anna } from "../sample.ts";

export const serverInfo = { name: "sample", version: "1.2.3" };

export type Answering = (question: ElicitRequest["params"]) => ElicitResult | Promise<ElicitResult>;

/** The SDK's own client; without `answering` it declares that it cannot ask anybody. */
export async function connectClient(transport: Transport, answering?: Answering): Promise<Client> {
  const capabilities = answering ? { elicitation: {} } : {};
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (answering) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answering(params));
  await client.connect(transport);
  return client;
}

export async function connectInMemory(
  server: EnforcingServer,
  options: {
    readonly answering?: Answering;
    readonly principal?: Principal;
    readonly askTimeoutMs?: number;
  } = {},
): Promise<Client> {
  const { answering, principal = anna, ...rest } = options;
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await connectMcp(server, theirs, { principal, serverInfo, ...rest });
  return connectClient(ours, answering);
}

/** A result as it is on the wire, with nothing stripped. */
export async function raw(
  client: Client,
  method: string,
  params: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  return client.request({ method, params }, ResultSchema);
}

/** The JSON-RPC error of a request that must fail. */
export async function rpcError(
  client: Client,
  name: string,
  params: Record<string, unknown> = {},
): Promise<{ code: unknown; message: string; data: unknown }> {
  try {
    await raw(client, "tools/call", { name, ...params });
  } catch (error) {
    const { code, message, data } = error as { code: unknown; message: string; data: unknown };
    return { code, message, data };
  }
  throw new Error(`${name} did not fail`);
}
