import { inputRequired, inputResponse, ProtocolError, Server as Server2 } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { extensionName, resolveMethod } from "@proviso/manifest";
import { onTestFinished } from "vitest";
import type { McpConnection } from "../src/index.ts";
import * as one from "../src/connection/mcp.ts";
import * as two from "../src/connection/mcp2.ts";
import type { ClientInfo, ClientConnectOptions } from "../src/connection/sdk-connection.ts";

/** What a server of any SDK does: its pages of tools, and its answer to a call. */
export interface Behaviour {
  readonly pages: readonly (readonly object[])[];
  answer(request: CallRequest): Promise<CallToolResult> | CallToolResult;
  /** Whether the client declares that it shows links. */
  readonly links?: boolean;
  /** The method that the server lists for prechecks of calls. */
  readonly announced?: string;
  /** Answers `resolveMethod`. */
  resolve?(params: unknown): Promise<object> | object;
}

function capabilitiesOf({ announced }: Pick<Behaviour, "announced">) {
  return {
    tools: { listChanged: true },
    ...(announced === undefined
      ? {}
      : { extensions: { [extensionName]: { version: 1, resolve: announced } } }),
  };
}

export interface CallRequest {
  readonly meta: unknown;
  readonly args: unknown;
  /** The parameters of `elicitation/create`; the client's result. */
  ask(question: object): Promise<object>;
  progress(progress: object): Promise<void>;
}

export interface Served {
  readonly connection: McpConnection;
  clientCapabilities(): unknown;
  /** Reports that the list of tools has changed. */
  toolsChanged(): Promise<void>;
}

export interface Pairing {
  readonly name: string;
  connect(behaviour: Behaviour): Promise<Served>;
}

type Connect = (transport: never, info: ClientInfo, options: ClientConnectOptions) => Promise<McpConnection>;
const info = { name: "test", version: "1" };

async function join(connect: Connect, transport: unknown, { links }: Behaviour): Promise<McpConnection> {
  const connection = await connect(transport as never, info, links ? { links } : {});
  onTestFinished(() => connection.close());
  return connection;
}

function pageOf({ pages }: Behaviour, cursor: string | undefined): object {
  const page = Number(cursor ?? 0);
  return {
    tools: [...(pages[page] ?? [])],
    ...(page + 1 < pages.length ? { nextCursor: String(page + 1) } : {}),
  };
}

function isListed({ pages }: Behaviour, name: string): boolean {
  return pages.flat().some((tool) => (tool as { name: string }).name === name);
}

/** A server of SDK 1.x: questions are asked while the call waits. */
async function overServer1(connect: Connect, behaviour: Behaviour): Promise<Served> {
  const server = new Server({ name: "fake", version: "1" }, { capabilities: capabilitiesOf(behaviour) });
  server.setRequestHandler(
    ListToolsRequestSchema,
    ({ params }) => pageOf(behaviour, params?.cursor) as never,
  );
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { sendNotification }) => {
    if (!isListed(behaviour, params.name))
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    const { progressToken } = params._meta ?? {};
    return behaviour.answer({
      meta: params._meta,
      args: params.arguments,
      ask: (question) => server.elicitInput(question as never),
      progress: (progress) =>
        sendNotification({
          method: "notifications/progress",
          params: { progressToken, ...progress } as never,
        }),
    });
  });
  server.fallbackRequestHandler = async ({ method, params }) => {
    if (method === resolveMethod && behaviour.resolve) return (await behaviour.resolve(params)) as never;
    throw new McpError(ErrorCode.MethodNotFound, "Method not found");
  };
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  return {
    connection: await join(connect, ours, behaviour),
    clientCapabilities: () => server.getClientCapabilities(),
    toolsChanged: () => server.sendToolListChanged(),
  };
}

/** A question ends the call of 2026-07-28; the answer comes with the next one. */
class Asking extends Error {
  override readonly name = "Asking";
  readonly question: object;

  constructor(question: object) {
    super("asking");
    this.question = question;
  }
}

/** A server of SDK 2.x. */
async function overServer2(connect: Connect, behaviour: Behaviour): Promise<Served> {
  let capabilities: unknown;
  let current: Server2 | undefined;
  const build = (): Server2 => {
    const server = new Server2({ name: "fake", version: "1" }, { capabilities: capabilitiesOf(behaviour) });
    server.setRequestHandler("tools/list", ({ params }) => pageOf(behaviour, params?.cursor) as never);
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      if (!isListed(behaviour, params.name)) throw new ProtocolError(-32602, `Unknown tool: ${params.name}`);
      capabilities = (mcpReq.envelope as Record<string, unknown> | undefined)?.[
        "io.modelcontextprotocol/clientCapabilities"
      ];
      const { progressToken } = mcpReq._meta ?? {};
      const ask = (question: object): Promise<object> => {
        const answer = inputResponse(mcpReq.inputResponses, "question");
        if (answer.kind === "missing") return Promise.reject(new Asking(question));
        const { kind: _, ...result } = answer;
        return Promise.resolve(result);
      };
      const progress = (progressed: object): Promise<void> =>
        mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, ...progressed } as never,
        });
      try {
        const request = { meta: mcpReq._meta, args: params.arguments, ask, progress };
        return (await behaviour.answer(request)) as never;
      } catch (error) {
        if (!(error instanceof Asking)) throw error;
        const elicitation = { method: "elicitation/create", params: { mode: "form", ...error.question } };
        return inputRequired({ inputRequests: { question: elicitation as never } });
      }
    });
    const params = {
      "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
    } as const;
    const { resolve } = behaviour;
    if (resolve)
      server.setRequestHandler(resolveMethod, { params }, async (given) => (await resolve(given)) as never);
    return (current = server);
  };
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const served = serveStdio(build, { transport: theirs as never });
  onTestFinished(() => served.close());
  return {
    connection: await join(connect, ours, behaviour),
    clientCapabilities: () => capabilities,
    toolsChanged: async () => current?.sendToolListChanged(),
  };
}

/** Both SDKs of the guard, with the servers that they meet. */
export const pairings: readonly Pairing[] = [
  { name: "1.x client, 1.x server", connect: (behaviour) => overServer1(one.connectMcpClient, behaviour) },
  { name: "2.x client, 1.x server", connect: (behaviour) => overServer1(two.connectMcpClient, behaviour) },
  {
    name: "2.x client, 2.x server of 2026-07-28",
    connect: (behaviour) => overServer2(two.connectMcpClient, behaviour),
  },
];
