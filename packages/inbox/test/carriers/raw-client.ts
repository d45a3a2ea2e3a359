import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { RawClientDispatch } from "@modelcontextprotocol/ext-tasks/client";
import * as mcp2 from "../../../server/test/adapters/mcp2.ts";
import type { EnforcingServer, Principal } from "../../../server/src/api/outcome.ts";
import { anna } from "../sample.ts";
import { serverInfo } from "../../../server/test/ways/server-info.ts";

export const clientInfo = { name: "raw", version: "1" };
export const tasksDeclared = { extensions: { "io.modelcontextprotocol/tasks": {} } };

/** What came back: a result, or an error of JSON-RPC. */
export interface Reply {
  readonly result?: Readonly<Record<string, never>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Messages of 2026-07-28 as they are on the wire, without an SDK that knows better. */
export interface RawClient {
  ask(method: string, params: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** For the official client of the Tasks extension, which brings its own messages. */
  readonly dispatch: RawClientDispatch;
  close(): Promise<void>;
}

export async function rawClient(
  server: EnforcingServer,
  capabilities: object = tasksDeclared,
  principal: Principal = anna,
): Promise<RawClient> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await mcp2.connectMcp(server, theirs as never, { principal, serverInfo });
  const waiting = new Map<unknown, (reply: Reply) => void>();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  ours.onmessage = (message) => {
    if ("id" in message && !("method" in message)) waiting.get(message.id)?.(message as Reply);
  };
  await ours.start();
  let last = 0;
  const send = (request: object): Promise<Reply> => {
    const id = (last += 1);
    const reply = new Promise<Reply>((resolve) => void waiting.set(id, resolve));
    return ours.send({ jsonrpc: "2.0", id, ...request } as never).then(() => reply);
  };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  return {
    ask: (method, params) =>
      send({ method, params: { ...params, _meta: { ...(params["_meta"] as object), ..._meta } } }),
    async dispatch(request) {
      const { result, error } = await send(request as object);
      return error ? { kind: "error", error: error as never } : { kind: "result", result: result ?? {} };
    },
    close: () => ours.close(),
  };
}
