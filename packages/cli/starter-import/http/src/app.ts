import type { DurableState, MemoryState } from "@proviso/server";
import { createStarterServer } from "./generated/server/index.ts";
import { handlers } from "./handlers.ts";
import type { HttpApi } from "./http-api.ts";

/** The app, not served yet. `state` keeps the audit trail and the results of earlier calls. */
export function createApp(state: DurableState | MemoryState, api: HttpApi) {
  return createStarterServer({ handlers, ports: () => ({ api }), ...state });
}
