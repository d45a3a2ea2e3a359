import { inbox } from "@proviso/inbox";
import type { DurableState, MemoryState } from "@proviso/server";
import { createStarterServer } from "./generated/server/index.ts";
import { handlers } from "./handlers.ts";
import { requirements } from "./tools.ts";
import type { Upstream } from "./upstream.ts";

/**
 * The app, not served yet, and the inbox in which people approve calls. `state` keeps the audit trail, the results of earlier calls
 * and what waits; `url` is where people find the inbox.
 */
export function createApp(state: DurableState | MemoryState, upstream: Upstream, url?: string) {
  const approvals = inbox(url === undefined ? {} : { url });
  const app = createStarterServer({
    handlers,
    ports: () => ({ upstream }),
    approvals,
    // Nothing is known of these, so none is met. Say here when each of them is.
    requirements: Object.fromEntries(requirements.map((name) => [name, () => false])),
    ...state,
  });
  return { app, approvals };
}
