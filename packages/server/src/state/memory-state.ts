import { randomBytes } from "node:crypto";
import type { Clock, Store } from "../api/ports.ts";
import { memoryStore } from "../stores/memory.ts";
import { memoryAudit, type MemoryAudit } from "./memory-audit.ts";

/** What a server keeps in memory. */
export interface MemoryState {
  readonly store: Store;
  readonly audit: MemoryAudit;
  /** A random key. */
  readonly stateKeys: readonly Uint8Array[];
}

/** Store, trail and key that end with the process, for tests: spread into the server's options. */
export function memoryState(options: { readonly clock?: Clock } = {}): MemoryState {
  return { store: memoryStore(options), audit: memoryAudit(), stateKeys: [randomBytes(32)] };
}
