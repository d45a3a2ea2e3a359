import type { DurableState, MemoryState } from "@proviso/server";
import { createStarterServer } from "./generated/server/index.ts";
import { handlers } from "./handlers.ts";
import { requirements } from "./tools.ts";
import type { Upstream } from "./upstream.ts";

/** The app, not served yet. `state` keeps the audit trail and the results of earlier calls. */
export function createApp(state: DurableState | MemoryState, upstream: Upstream) {
  return createStarterServer({
    handlers,
    ports: () => ({ upstream }),
    // Nothing is known of these, so none is met. Say here when each of them is.
    requirements: Object.fromEntries(requirements.map((name) => [name, () => false])),
    ...state,
  });
}
