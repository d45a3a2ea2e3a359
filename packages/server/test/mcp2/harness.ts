import * as v2 from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as InMemoryTransport1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import * as adapter1 from "../../src/mcp.ts";
import * as adapter2 from "../../src/mcp2.ts";
import type { EnforcingServer, Principal } from "../../src/outcome.ts";
import { anna } from "../sample.ts";

export const serverInfo = { name: "sample", version: "1.2.3" };

export interface Question {
  readonly message?: string;
  readonly requestedSchema?: unknown;
  readonly _meta?: Record<string, unknown> | undefined;
}
export type Answering = (question: Question) => unknown;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: unknown) => void;
}

/** The client of any SDK, as far as the tests need one. */
export interface TestClient {
  list(): Promise<Record<string, unknown>>;
  call(params: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
  capabilities(): unknown;
  version(): unknown;
  close(): Promise<void>;
}

export interface Connection {
  readonly answering?: Answering;
  readonly principal?: Principal;
  readonly askTimeoutMs?: number;
  readonly capabilities?: object;
}

export interface Pairing {
  readonly name: string;
  readonly era: "legacy" | "modern";
  /** Whether the 1.x server is at the other end. */
  readonly old?: boolean;
  connect(server: EnforcingServer, connection?: Connection): Promise<TestClient>;
}

type Transport1 = Parameters<Client1["connect"]>[0];
type Serving = (
  server: EnforcingServer,
  transport: never,
  options: adapter2.ConnectOptions,
) => Promise<{ close(): Promise<void> }>;

const capabilitiesOf = ({ answering, capabilities }: Connection): object =>
  capabilities ?? (answering ? { elicitation: {} } : {});

/** A client of SDK 1.x. */
export async function client1(transport: Transport1, connection: Connection = {}): Promise<TestClient> {
  const { answering } = connection;
  const client = new Client1({ name: "test", version: "1" }, { capabilities: capabilitiesOf(connection) });
  if (answering)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => (await answering(params)) as never);
  await client.connect(transport);
  return {
    list: () => client.request({ method: "tools/list", params: {} }, ResultSchema),
    call: (params, options) => client.request({ method: "tools/call", params }, ResultSchema, options),
    capabilities: () => client.getServerCapabilities(),
    version: () => client.getServerVersion(),
    close: () => client.close(),
  };
}

/** A client of SDK 2.x, which speaks 2026-07-28 and nothing else, or 2025 as by default. */
export async function client2(
  transport: v2.Transport,
  era: "legacy" | "modern",
  connection: Connection = {},
): Promise<TestClient> {
  const { answering } = connection;
  const client = new v2.Client(
    { name: "test", version: "1" },
    {
      capabilities: capabilitiesOf(connection),
      ...(era === "modern" ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {}),
    },
  );
  if (answering)
    client.setRequestHandler("elicitation/create", async ({ params }) => (await answering(params)) as never);
  await client.connect(transport);
  return {
    list: async () => (await client.listTools()) as Record<string, unknown>,
    call: async (params, options) =>
      (await client.callTool(params as never, options)) as Record<string, unknown>,
    capabilities: () => client.getServerCapabilities(),
    version: () => client.getServerVersion(),
    close: () => client.close(),
  };
}

async function inMemory(
  serve: Serving,
  server: EnforcingServer,
  connection: Connection,
  join: (transport: never) => Promise<TestClient>,
): Promise<TestClient> {
  const [ours, theirs] = InMemoryTransport1.createLinkedPair();
  const { principal = anna, askTimeoutMs } = connection;
  const limit = askTimeoutMs === undefined ? {} : { askTimeoutMs };
  await serve(server, theirs as never, { principal, serverInfo, ...limit });
  return join(ours as never);
}

/** Every client with every server that it can speak to, in this process. */
export const pairings: readonly Pairing[] = [
  {
    name: "2.x client of 2026-07-28, 2.x server",
    era: "modern",
    connect: (server, connection = {}) =>
      inMemory(adapter2.connectMcp, server, connection, (to) => client2(to, "modern", connection)),
  },
  {
    name: "2.x client of 2025, 2.x server",
    era: "legacy",
    connect: (server, connection = {}) =>
      inMemory(adapter2.connectMcp, server, connection, (to) => client2(to, "legacy", connection)),
  },
  {
    name: "1.x client, 2.x server",
    era: "legacy",
    connect: (server, connection = {}) =>
      inMemory(adapter2.connectMcp, server, connection, (to) => client1(to, connection)),
  },
  {
    name: "2.x client, 1.x server",
    era: "legacy",
    old: true,
    connect: (server, connection = {}) =>
      inMemory(adapter1.connectMcp, server, connection, (to) => client2(to, "legacy", connection)),
  },
];

/** A child process that runs this program, and speaks over its standard streams. */
export function childProcess(program: string): StdioClientTransport {
  return new StdioClientTransport({ command: process.execPath, args: [program], stderr: "inherit" });
}

/** The JSON-RPC error of a call that must fail. */
export async function rpcError(
  client: TestClient,
  params: Record<string, unknown>,
): Promise<{ code: unknown; message: string; data: unknown }> {
  try {
    await client.call(params);
  } catch (error) {
    const { code, message, data } = error as { code: unknown; message: string; data: unknown };
    return { code, message, data };
  }
  throw new Error(`${String(params["name"])} did not fail`);
}
