import { inbox } from "@proviso/inbox";
import type { DurableState, MemoryState } from "@proviso/server";
import { createStarterServer } from "./generated/server/index.ts";
import { handlers } from "./handlers.ts";
import type { HttpApi } from "./http-api.ts";

/**
 * The app, not served yet, and the inbox in which people approve calls. `state` keeps the audit trail, the results of earlier calls
 * and what waits; `url` is where people find the inbox.
 */
export function createApp(state: DurableState | MemoryState, api: HttpApi, url?: string) {
  const approvals = inbox(url === undefined ? {} : { url });
  const app = createStarterServer({ handlers, ports: () => ({ api }), approvals, ...state });
  return { app, approvals };
}
