import type { Manifest } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import { callContext, type CallContext } from "./call-context.ts";

/**
 * The server of one session, as the adapters of the SDK want it: each call goes to the gate of the list that is known then. It lists
 * nothing: the gateway answers `tools/list` itself. `contextOf` finds what belongs to a request by its id.
 */
export function stagesOf(
  product: string,
  gate: () => EnforcingServer | undefined,
  contextOf: (requestId: unknown) => CallContext | undefined,
): EnforcingServer {
  const manifest: Manifest = { format: 1, product, wireNames: "underscore", permissions: {}, tools: [] };
  const now = (): EnforcingServer => {
    const found = gate();
    if (!found) throw new Error("the connection is not initialized");
    return found;
  };
  return {
    manifest,
    get pauses() {
      return now().pauses;
    },
    waiting: { stateOf: (id, caller) => now().waiting.stateOf(id, caller), isAskedElsewhere: () => false },
    list: (principal) => now().list(principal),
    get people() {
      return now().people;
    },
    get cursors() {
      return now().cursors;
    },
    invoke: async (name, input, invocation) => {
      const context = contextOf(invocation.wire?.requestId);
      const call = () => now().invoke(name, input, invocation);
      return context ? callContext.run(context, call) : call();
    },
    resolve: async (name, input, invocation) => now().resolve(name, input, invocation),
    ready: async () => true,
    drain: async () => {},
    close: async () => {},
  };
}
