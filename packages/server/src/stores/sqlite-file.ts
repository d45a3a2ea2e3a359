import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { Around } from "./around-store.ts";
import { FileReplaced, openIdentified, type FileIdentity } from "./file-identity.ts";
import { migrateSqlite } from "./migrations.ts";
import { openSqlite } from "./node-sqlite-dialect.ts";
import type { OutageOptions } from "./outage.ts";

/** A database file of ours that is open. */
export interface SqliteFile extends Around {
  readonly database: DatabaseSync;
  /** For the start, when nothing else is going on: waits for a lock as long as `read` and `write` do, but stops the process. */
  begin<Result>(run: () => Result): Result;
}

/** Waiting for a lock within a statement stops the whole process: only so long, in milliseconds. */
const blockedMs = 10;
/** So long another process may hold the lock until an operation is given up. Meanwhile this one goes on with other things. */
const lockedMs = 5000;
const pauseMs = 20;
/** Where the write-ahead log is longer than this, in bytes, it is made empty as soon as nobody reads from it. */
const longestLog = 16 * 1024 * 1024;
const changesBetweenLooks = 100;

/**
 * Opens a database file with our tables in it, created and brought up to date where needed. What is done with it goes through `read`
 * and `write`: they refuse if the file is no longer the one that was opened, and wait while another process holds the lock.
 */
export function openSqliteFile(path: string): SqliteFile {
  const [database, identity] = openIdentified(path, () => openSqlite(path));
  const begin = <Result>(run: () => Result): Result => {
    database.exec(`pragma busy_timeout = ${lockedMs}`);
    try {
      return run();
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
  const operate = <Result>(run: () => Promise<Result>): Promise<Result> => unlocked(path, identity, run);
  return {
    database,
    begin,
    read: operate,
    async write(run) {
      const result = await operate(run);
      capLog();
      return result;
    },
  };
}

/** Runs an operation, again and again while another process holds the lock of the file. */
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
      // Not all at the same moments as the others that wait.
      await setTimeout(pauseMs * (0.5 + Math.random()));
    }
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isLocked(error: unknown): boolean {
  const code = codeOf(error);
  return code === 5 || code === 6;
}

/** Of SQLite, without what it says beyond the class of the error, or of the file system. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ("errcode" in error) return Number(error.errcode) % 256;
  return "code" in error ? error.code : undefined;
}

/** What an operator is told about a file. */
export function asResource(path: string): Pick<OutageOptions, "resource" | "what" | "remedy"> {
  return { resource: resolve(path), what: `the database ${path}`, remedy: remedyForFile };
}

/** Says what an operator can do about an error of a file. */
export function remedyForFile(error: unknown): string {
  if (error instanceof FileReplaced)
    return "move the file back, or restart the server to use the one that is there now";
  if (error instanceof Error && isLocked(error.cause))
    return "end what holds a transaction open in it (`fuser` names the processes)";
  const code = codeOf(error);
  if (code === 13 || code === "ENOSPC") return "free space on its disk";
  if (code === 8 || code === "EROFS" || code === "EACCES")
    return "let this process write to the file and its folder";
  return "look for a full disk, missing rights or a damaged file";
}

/**
 * SQLite empties its log by itself only at a moment in which nobody reads. Under load from several processes there may be none
 * for long, and the file never becomes shorter.
 */
function logCap(path: string, database: DatabaseSync): () => void {
  let changes = 0;
  return () => {
    if (++changes % changesBetweenLooks !== 0) return;
    const { size = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {};
    if (size > longestLog) database.prepare("pragma wal_checkpoint(truncate)").get();
  };
}
