import type { Manifest } from "@proviso/manifest";
import type { EnforcingServer } from "@proviso/server";
import { callContext } from "../relay/call-context.ts";

/**
 * One server for all sessions, as the adapters of the SDK want it: each call goes to the gate of the session whose message is being
 * answered. It lists nothing: the gateway answers `tools/list` itself.
 */
export function facade(product: string): EnforcingServer {
  const manifest: Manifest = { format: 1, product, wireNames: "underscore", permissions: {}, tools: [] };
  return {
    manifest,
    get pauses() {
      return gate().pauses;
    },
    waiting: {
      stateOf: (id, caller) => gate().waiting.stateOf(id, caller),
      isAskedElsewhere: () => false,
    },
    list: (principal) => gate().list(principal),
    get people() {
      return gate().people;
    },
    get cursors() {
      return gate().cursors;
    },
    invoke: async (name, input, invocation) => gate().invoke(name, input, invocation),
    resolve: async (name, input, invocation) => gate().resolve(name, input, invocation),
    ready: async () => true,
    drain: async () => {},
    close: async () => {},
  };
}

/** The gate of the session whose message is being answered. */
function gate(): EnforcingServer {
  const found = callContext.getStore()?.session.gate;
  if (!found) throw new Error("the connection is not initialized");
  return found;
}
