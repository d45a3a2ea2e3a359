import { open } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { sharedSync } from "./shared-sync.ts";

/** Makes the commits of a database durable. */
export interface WalSync {
  /** Resolves when all commits so far are durable, without blocking the process. */
  synced(): Promise<void>;
  /** Runs `run` and makes its commits durable before it returns. Blocks the process. */
  durably<Result>(run: () => Result): Result;
}

/**
 * SQLite commits to the write-ahead log of the file `path` without a sync, and the log is synced apart from it. After a crash
 * SQLite reads the commits of the log in their order, up to the first one that is not whole. So other readers see a commit before
 * it is durable, and what they commit because of it is durable after it. Only a checkpoint, every 1000 pages, blocks the process.
 */
export function walSync(path: string, database: DatabaseSync): WalSync {
  const isLogged = database.prepare("pragma journal_mode").get()?.["journal_mode"] === "wal";
  // A file system without shared memory has no write-ahead log: then every commit is synced.
  if (!isLogged) return { synced: async () => {}, durably: (run) => run() };
  let isInDoubt = false;
  return {
    durably(run) {
      database.exec("pragma synchronous = full");
      try {
        return run();
      } finally {
        database.exec("pragma synchronous = normal");
      }
    },
    synced: sharedSync(async () => {
      // A log whose sync has failed may be incomplete: its content is written into the database.
      if (isInDoubt) database.prepare("pragma wal_checkpoint(truncate)").get();
      isInDoubt = true;
      await syncLog(`${path}-wal`, database);
      isInDoubt = false;
    }),
  };
}

async function syncLog(log: string, database: DatabaseSync): Promise<void> {
  try {
    const handle = await open(log, "r+");
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Whoever closes a database last writes the log into it, syncs it, and removes the log.
    if (database.isOpen) throw error;
  }
}
