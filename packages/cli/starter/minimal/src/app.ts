import type { DurableState, MemoryState } from "@proviso/server";
import { createStarterServer } from "./generated/server/index.ts";
import { notes as notesHandlers } from "./handlers/notes.ts";
import type { Notes } from "./ports.ts";

/** The app, not served yet. `state` keeps the audit trail and the results of earlier calls. */
export function createApp(state: DurableState | MemoryState, notes: Notes) {
  return createStarterServer({ handlers: { notes: notesHandlers }, ports: () => ({ notes }), ...state });
}
