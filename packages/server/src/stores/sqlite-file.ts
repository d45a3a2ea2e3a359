import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { Around } from "./around-store.ts";
import { FileReplaced, identityOfOpen, openIdentified, type FileIdentity } from "./file-identity.ts";
import { migrateSqlite } from "./migrations.ts";
import { openSqlite } from "./node-sqlite-dialect.ts";
import type { OutageOptions } from "./outage.ts";
import { walSync } from "./wal-sync.ts";

/** An open database file of ours. */
export interface SqliteFile extends Around {
  readonly database: DatabaseSync;
  /** For the start of the process: waits for a lock as `read` does, but blocks the process. */
  begin<Result>(run: () => Result): Result;
  close(): Promise<void>;
}

/** Milliseconds that a statement may wait for a lock, which blocks the whole process. */
const blockedMs = 10;
/**
 * Milliseconds that an operation waits while others hold the lock. The process is not blocked.
 */
const lockedMs = 5000;
const pauseMs = 20;
/** Bytes of the write-ahead log above which it is emptied as soon as nobody reads from it. */
const maxLogBytes = 16 * 1024 * 1024;
const changesBetweenLooks = 100;

/**
 * Opens a database file, and creates or updates its tables. `read` and `write` refuse a replaced
 * file, and wait while another process holds its lock. A resolved `write` is durable.
 */
export function openSqliteFile(path: string): SqliteFile {
  const [database, main] = openIdentified(path, () => openSqlite(path));
  const { durably, synced, close } = walSync(path, database);
  const begin = <Result>(run: () => Result): Result => {
    database.exec(`pragma busy_timeout = ${lockedMs}`);
    try {
      return durably(run);
    } finally {
      database.exec(`pragma busy_timeout = ${blockedMs}`);
    }
  };
  try {
    begin(() => migrateSqlite(database));
  } catch (error) {
    database.close();
    throw error;
  }
  const capLog = logCap(path, database);
  const identity = withLog(path, main);
  const operate = <Result>(run: () => Promise<Result>): Promise<Result> => unlocked(path, identity, run);
  return {
    database,
    begin,
    read: operate,
    async write(run) {
      const result = await operate(run);
      // What was written to a removed log is in no file that others read.
      identity.check();
      capLog();
      await synced();
      return result;
    },
    async close() {
      if (database.isOpen) database.close();
      await close();
    },
  };
}

/** The write-ahead log of an open database, or its index, was removed or replaced. */
class LogReplaced extends FileReplaced {
  override readonly name = "LogReplaced";
}

/** Checks a database file, its log and index, which stay the same while a process has it open. */
function withLog(path: string, main: FileIdentity): FileIdentity {
  const log = ["-wal", "-shm"].map((end) => identityOfOpen(`${path}${end}`));
  return {
    check() {
      main.check();
      try {
        for (const file of log) file.check();
      } catch (error) {
        throw error instanceof FileReplaced ? new LogReplaced(error.message, { cause: error }) : error;
      }
    },
  };
}

/** Runs an operation, and repeats it while another process holds the file's lock. */
async function unlocked<Result>(
  path: string,
  identity: FileIdentity,
  operate: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + lockedMs;
  for (;;) {
    identity.check();
    try {
      return await operate();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() >= end)
        throw new Error(`another process has held the lock of ${path} for ${lockedMs / 1000} s`, {
          cause: error,
        });
      // Random, so that waiting processes do not all try at the same moments.
      await setTimeout(pauseMs * (0.5 + Math.random()));
    }
  }
}

/** Whether an error is SQLITE_BUSY or SQLITE_LOCKED. */
function isLocked(error: unknown): boolean {
  const code = codeOf(error);
  return code === 5 || code === 6;
}

/** A short reason of an error of SQLite or of the file system. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ("errcode" in error) return Number(error.errcode) % 256;
  return "code" in error ? error.code : undefined;
}

/** Names a file in messages to an operator. */
export function fileResource(path: string): Pick<OutageOptions, "resource" | "what" | "remedy"> {
  return { resource: resolve(path), what: `the database ${path}`, remedy: remedyForFile };
}

/** What an operator can do about an error of a file. */
function remedyForFile(error: unknown): string {
  if (error instanceof LogReplaced)
    return "restart the server, which then writes what it holds to the database; do not start another one before it has ended";
  if (error instanceof FileReplaced)
    return "move the file back, or restart the server to use the one that is there now";
  if (error instanceof Error && isLocked(error.cause))
    return "end what holds a transaction open in it (`fuser` names the processes)";
  const code = codeOf(error);
  if (code === 13 || code === "ENOSPC") return "free space on its disk";
  if (code === 8 || code === "EROFS" || code === "EACCES")
    return "let this process write to the file and its folder";
  return "check for a full disk, missing permissions or a damaged file";
}

/**
 * Empties the log when it grows. SQLite empties it only while nobody reads. Under load from several
 * processes that may not happen for long.
 */
function logCap(path: string, database: DatabaseSync): () => void {
  let changes = 0;
  return () => {
    if (++changes % changesBetweenLooks !== 0) return;
    const { size = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {};
    if (size > maxLogBytes) database.prepare("pragma wal_checkpoint(truncate)").get();
  };
}
