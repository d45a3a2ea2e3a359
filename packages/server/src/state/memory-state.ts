import type { Clock, Store } from "../api/ports.ts";
import { memoryStore } from "../stores/memory.ts";
import { memoryAudit, type MemoryAudit } from "../trail/memory-audit.ts";

/** What a server keeps in memory. */
export interface MemoryState {
  readonly store: Store;
  readonly audit: MemoryAudit;
}

/** Store and audit trail that end with the process, for tests and trials: options to spread into those of the server. */
export function memoryState(options: { readonly clock?: Clock } = {}): MemoryState {
  return { store: memoryStore(options), audit: memoryAudit() };
}
