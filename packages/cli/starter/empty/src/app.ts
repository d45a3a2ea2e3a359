import type { DurableState, MemoryState } from "@proviso/server";
import { createStarterServer } from "./generated/server/index.ts";
import type { Ports } from "./ports.ts";

/** The app, not served yet. `state` keeps the audit trail and the results of earlier calls. */
export function createApp(state: DurableState | MemoryState) {
  // A handler file for each domain: `handlers: { tools }`, with `import { tools } from "./handlers/tools.ts"`.
  return createStarterServer<Ports>({ handlers: {}, ports: () => ({}), ...state });
}
