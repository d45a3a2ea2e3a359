import type { AuditSink } from "../api/ports.ts";
import { openMigrated } from "../stores/tables.ts";
import { chainedAudit, type ChainOptions } from "./chained-audit.ts";
import { continueChain } from "./continue-chain.ts";
import { headSigner } from "./head.ts";
import { sqliteLog } from "./sqlite-log.ts";

export interface SqliteAuditOptions extends ChainOptions {
  /** Path of the database file; it may be the store's. Created if missing. Several processes may extend one chain in it. */
  readonly file: string;
}

/** Throws if the trail is not what its head says. */
export function sqliteAudit(options: SqliteAuditOptions): AuditSink {
  const { file, writer = "main", signing } = options;
  const database = openMigrated(file);
  try {
    const log = sqliteLog(database);
    continueChain(log.endNow(writer), writer, signing && headSigner(signing));
    return chainedAudit(log, options);
  } catch (error) {
    database.close();
    throw error;
  }
}
