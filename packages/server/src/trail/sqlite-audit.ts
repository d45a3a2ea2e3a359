import type { AuditSink } from "../api/ports.ts";
import type { TellOperator } from "../stores/outage.ts";
import { asResource, openSqliteFile } from "../stores/sqlite-file.ts";
import { keyChangeGroup } from "./chain-group.ts";
import { chainedAudit, type ChainOptions } from "./chained-audit.ts";
import { checkKnownHead, continueChain } from "./continue-chain.ts";
import { headFileOf, openHeadFile, type HeadFile } from "./head-file.ts";
import { firstHead, headSigner } from "./head.ts";
import { pinEveryMs, pinnedLog } from "./pinned-log.ts";
import { reportedAudit } from "./reported-audit.ts";
import { sqliteLog, type SqliteLog } from "./sqlite-log.ts";

export interface SqliteAuditOptions extends ChainOptions {
  /** Path of the database file; it may be the store's. Created if missing. Several processes may extend one chain in it. */
  readonly file: string;
  /**
   * The file in which the newest head is stored, at least once a second, so that an emptied or restored database is not
   * continued. Defaults to `FILE.head.json`. A place that writers of the database cannot write to is better.
   */
  readonly headFile?: string;
  /** Receives one line when the file cannot be used any more, and when it can again. Defaults to stderr. */
  readonly onOutage?: TellOperator;
}

/** Throws if the trail does not match its head. */
export function sqliteAudit(options: SqliteAuditOptions): AuditSink {
  const { file, headFile = headFileOf(file), onOutage } = options;
  const opened = openSqliteFile(file);
  try {
    const log = sqliteLog(opened);
    const heads = openHeadFile(headFile, pinEveryMs);
    opened.begin(() => beginTrail(log, heads, headFile, options));
    const sink = { ...chainedAudit(pinnedLog(log, heads), options), endsOf: log.endsOf };
    return reportedAudit(sink, { ...asResource(file), tell: onOutage });
  } catch (error) {
    opened.database.close();
    throw error;
  }
}

function beginTrail(
  log: SqliteLog,
  heads: HeadFile,
  headFile: string,
  { writer = "main", signing }: SqliteAuditOptions,
): void {
  const signer = signing && headSigner(signing);
  const known = heads.of(writer);
  if (known) checkKnownHead(known, log.recordAt(writer, known.sequence), headFile, signer);
  const end = continueChain(log.endNow(writer), writer, signer);
  const change = keyChangeGroup(writer, end, signer);
  // If it is not appended, another process extends the chain: then the next record introduces the key.
  if (change) log.appendNow(change);
  log.begin(firstHead(writer, signer));
  const { head } = log.endNow(writer);
  if (head) heads.put(head);
}
