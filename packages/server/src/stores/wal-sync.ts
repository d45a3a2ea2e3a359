import { open, type FileHandle } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { identityOfDescriptor, type FileIdentity } from "./file-identity.ts";
import { sharedSync } from "./shared-sync.ts";

/** Makes the commits of a database durable. */
export interface WalSync {
  /** Resolves when all commits so far are durable, without blocking the process. */
  synced(): Promise<void>;
  /** Runs `run` and makes its commits durable before it returns. Blocks the process. */
  durably<Result>(run: () => Result): Result;
  /** Closes the log, after the database was closed. */
  close(): Promise<void>;
}

/**
 * SQLite commits to the write-ahead log of the file `path` without a sync, and the log is synced apart from it. After a crash
 * SQLite reads the commits of the log in their order, up to the first one that is not whole. So other readers see a commit before
 * it is durable, and what they commit because of it is durable after it. Only a checkpoint, every 1000 pages, blocks the process.
 */
export function walSync(path: string, database: DatabaseSync): WalSync {
  const isLogged = database.prepare("pragma journal_mode").get()?.["journal_mode"] === "wal";
  // A file system without shared memory has no write-ahead log: then every commit is synced.
  if (!isLogged) return { synced: async () => {}, durably: (run) => run(), close: async () => {} };
  const log = openLog(`${path}-wal`, database);
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
      await log.sync();
      isInDoubt = false;
    }),
    close: log.close,
  };
}

/** Keeps the log open from its first sync on: SQLite does not remove it while a connection is open. */
function openLog(path: string, database: DatabaseSync) {
  let log: (FileIdentity & { readonly handle: FileHandle }) | undefined;
  const close = async (): Promise<void> => {
    const handle = log?.handle;
    log = undefined;
    // Waits for a sync that runs.
    await handle?.close();
  };
  const sync = async (): Promise<void> => {
    try {
      if (!log) {
        const handle = await open(path, "r+");
        log = { handle, ...identityOfDescriptor(path, handle.fd) };
      }
      const { handle, check } = log;
      await handle.datasync();
      // A log that somebody has removed meanwhile was synced in vain: nobody finds it any more.
      check();
    } catch (error) {
      await close();
      // Whoever closes a database last writes the log into it, syncs it, and removes the log.
      if (database.isOpen) throw error;
    }
    if (!database.isOpen) await close();
  };
  return { sync, close };
}
