import * as transports2 from "@modelcontextprotocol/client";
import {
  getDefaultEnvironment,
  StdioClientTransport as StdioTransport2,
} from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as StdioTransport1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpTransport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { metaKeys, resolveMethod } from "@proviso/manifest";
import { openDiscovery } from "../../src/discovery/open-discovery.ts";
import * as mcp from "../adapters/mcp.ts";
import * as mcp2 from "../adapters/mcp2.ts";
import { client1, client2, type ClientOptions, type Mode, type TestClient } from "./clients.ts";
import { principals, tools, type Opening, type Who } from "./product.ts";
import { fromError, fromResolution, fromResult } from "./reply.ts";
import { serverInfo } from "./server-info.ts";
import type { Caller, Door, Reach, Way } from "./way.ts";

interface Pairing {
  readonly client: "1.x" | { readonly mode: Mode };
  readonly adapter: "mcp" | "mcp2";
  readonly over: "stdio" | "HTTP";
  /** Whether every call goes through `call_tool`. */
  readonly through?: boolean;
}
type Join = (who: Who, options: ClientOptions) => Promise<TestClient>;

/** A way in over MCP: a client, an adapter and a transport. */
export function overMcp(facts: Omit<Way, "open">, pairing: Pairing): Way {
  return {
    ...facts,
    open: (effects, opening) =>
      pairing.over === "stdio" ? overStdio(pairing, effects, opening) : overHttp(pairing, effects, opening),
  };
}

/** The SDK passes on few variables; these let a process run our sources, and halve the start of every one but the first. */
const passedOn = ["NODE_OPTIONS", "NODE_COMPILE_CACHE"].map((name) => [name, process.env[name] ?? ""]);

/** Every connection is a process of its own. */
async function overStdio({ client, adapter }: Pairing, effects: string, { program }: Opening): Promise<Door> {
  const join: Join = (who, options) => {
    const args = [program, adapter, who, effects];
    const env = { ...getDefaultEnvironment(), ...Object.fromEntries(passedOn) };
    const command = { command: process.execPath, args, env, stderr: "inherit" } as const;
    return client === "1.x"
      ? client1(new StdioTransport1(command), options)
      : client2(new StdioTransport2(command), client.mode, options);
  };
  return doorOf(join, async () => {});
}

async function overHttp(
  { client, adapter, through = false }: Pairing,
  effects: string,
  { here }: Opening,
): Promise<Door> {
  const server = here(effects);
  const { serveHttp } = adapter === "mcp" ? mcp : mcp2;
  const { url, close } = await serveHttp(server, {
    port: 0,
    serverInfo,
    ...(through && { discovered: openDiscovery(undefined, server.manifest.tools) }),
    authenticate: async ({ headers }) => principals[headers.authorization?.replace("Bearer ", "") as Who],
  });
  const join: Join = (who, options) => {
    const requestInit = { headers: { Authorization: `Bearer ${who}` } };
    return client === "1.x"
      ? client1(new HttpTransport1(new URL(url), { requestInit }) as never, options)
      : client2(
          new transports2.StreamableHTTPClientTransport(new URL(url), { requestInit }),
          client.mode,
          options,
        );
  };
  const closeAll = async (): Promise<void> => {
    await close();
    await server.close();
  };
  return doorOf(through ? async (who, options) => throughCallTool(await join(who, options)) : join, closeAll);
}

/** A client whose model knows no other tool. */
function throughCallTool(client: TestClient): TestClient {
  return {
    ...client,
    call: ({ name, arguments: input, ...rest }, options) =>
      client.call(
        { ...rest, name: "call_tool", arguments: { name, ...(input !== undefined && { arguments: input }) } },
        options,
      ),
  };
}

/** A connection is made once for each person and what the client can do for them, and then kept. */
function doorOf(join: Join, close: () => Promise<void>): Door {
  const kept = new Map<string, Promise<Kept>>();
  return {
    async connect(who, reach) {
      const key = `${who} ${typeof reach === "function" ? "form" : reach}`;
      const connection = kept.get(key) ?? keep(who, reach, join);
      kept.set(key, connection);
      return (await connection).answeredBy(reach);
    },
    async close() {
      await Promise.all([...kept.values()].map(async (connection) => (await connection).client.close()));
      await close();
    },
  };
}

interface Kept {
  readonly client: TestClient;
  answeredBy(reach: Reach): Caller;
}

async function keep(who: Who, first: Reach, join: Join): Promise<Kept> {
  let current = first;
  const client = await join(who, {
    ...(typeof first === "function" && {
      person: (question) => typeof current === "function" && current(question),
    }),
    ...(first === "web pages" && { capabilities: { elicitation: { url: {} } } }),
  });
  return {
    client,
    answeredBy(reach) {
      current = reach;
      return callerOf(client);
    },
  };
}

function callerOf(client: TestClient): Caller {
  return {
    list: async () => (await client.request("tools/list"))["tools"] as never,
    async call(name, input, { idempotencyKey, ...rest } = {}) {
      try {
        const result = await client.call(paramsOf(name, input, idempotencyKey), rest);
        return fromResult(
          result,
          tools.some((tool) => tool.name === name && tool.result),
        );
      } catch (error) {
        return fromError(error, name);
      }
    },
    async resolve(name, input) {
      try {
        return fromResolution(await client.request(resolveMethod, paramsOf(name, input, undefined)));
      } catch (error) {
        return fromError(error, name);
      }
    },
    announced: () => ({
      protocolVersion: client.protocolVersion(),
      capabilities: client.capabilities(),
      serverInfo: client.version(),
    }),
    close: () => client.close(),
  };
}

function paramsOf(name: string, input: unknown, idempotencyKey: string | undefined): Record<string, unknown> {
  return {
    name,
    ...(input !== undefined && { arguments: input }),
    ...(idempotencyKey !== undefined && { _meta: { [metaKeys.idempotencyKey]: idempotencyKey } }),
  };
}
