import { AsyncLocalStorage } from "node:async_hooks";
import type { JsonObject, Manifest } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import type { RpcError } from "../protocol/message.ts";
import type { Session } from "./session.ts";

/** What belongs to one message of a host, while it is answered. */
export interface CallContext {
  readonly session: Session;
  /** `_meta` of the host's call, for the upstream. */
  readonly meta: JsonObject;
  /** The upstream's own words for a call that failed, with which the host is answered. */
  failed?: { readonly result: JsonObject } | { readonly error: RpcError };
}

/** The stages hand a handler no connection: here it finds the one whose call it forwards. */
export const callContext: AsyncLocalStorage<CallContext> = new AsyncLocalStorage();

/**
 * The server of one session, as the adapters of the SDK want it: each call goes to the gate of the list that is known then. It lists
 * nothing: the gateway answers `tools/list` itself. `contextOf` finds what belongs to a request by its id.
 */
export function stagesOf(
  product: string,
  gate: () => EnforcingServer | undefined = () => undefined,
  contextOf: (requestId: unknown) => CallContext | undefined = () => undefined,
): EnforcingServer {
  const manifest: Manifest = { format: 1, product, wireNames: "underscore", permissions: {}, tools: [] };
  const now = (): EnforcingServer => {
    const found = gate();
    if (!found) throw new Error("the connection is not initialized");
    return found;
  };
  const own: Omit<EnforcingServer, "people" | "pauses" | "cursors" | "list" | "resolve"> = {
    manifest,
    waiting: { stateOf: (id, caller) => now().waiting.stateOf(id, caller), isAskedElsewhere: () => false },
    invoke: async (name, input, invocation) => {
      const context = contextOf(invocation.wire?.requestId);
      const call = () => now().invoke(name, input, invocation);
      return context ? callContext.run(context, call) : call();
    },
    ready: async () => true,
    drain: async () => {},
    close: async () => {},
  };
  return new Proxy(own, { get: (_, key) => Reflect.get(key in own ? own : now(), key) }) as EnforcingServer;
}
