import type { AuditEntry, AuditSink } from "@proviso/server";
import { type TellOperator, fileResource, openSqliteFile } from "@proviso/server/storage";
import { keyChangeGroup } from "./chain-group.ts";
import { chainedAudit, type ChainOptions } from "./chained-audit.ts";
import { ChainBroken, continueChain, missingOfKnown } from "./continue-chain.ts";
import { headFileOf, openHeadFile, type HeadFile } from "./head-file.ts";
import { firstHead, headSigner, type HeadSigner } from "./head.ts";
import { pinEveryMs, pinnedLog } from "./pinned-log.ts";
import { reportedAudit } from "./reported-audit.ts";
import { acceptedEntries } from "./restored.ts";
import { sqliteLog, type SqliteLog } from "./sqlite-log.ts";
import { terminalWriter } from "./terminal-writer.ts";

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
    const first = opened.begin(() => beginTrail(log, heads, headFile, options));
    const { endsOf, newest } = log;
    const sink = { ...chainedAudit(pinnedLog(log, heads), options, first), endsOf, newest };
    return reportedAudit(sink, { ...fileResource(file), tell: onOutage });
  } catch (error) {
    opened.database.close();
    throw error;
  }
}

/**
 * Introduces the current key in the terminal's chain, if it ends with a former one: the next command may come late, and the
 * former key would be needed until then. A broken chain is left as it is.
 */
function introduceKeyAtTerminal(log: SqliteLog, signer: HeadSigner | undefined): void {
  try {
    const end = continueChain(log.endNow(terminalWriter), terminalWriter, signer);
    const change = keyChangeGroup(terminalWriter, end, signer);
    if (change) log.appendNow(change);
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error;
  }
}

/** Returns the records to begin with. */
function beginTrail(
  log: SqliteLog,
  heads: HeadFile,
  headFile: string,
  { writer = "main", signing, restored }: SqliteAuditOptions,
): readonly AuditEntry[] {
  const signer = signing && headSigner(signing);
  const known = heads.of(writer);
  const missing = known && missingOfKnown(known, log.recordAt(writer, known.sequence), headFile, signer);
  const first = acceptedEntries(missing, restored);
  const end = continueChain(log.endNow(writer), writer, signer);
  const change = keyChangeGroup(writer, end, signer);
  // If it is not appended, another process extends the chain: then the next record introduces the key.
  if (change) log.appendNow(change);
  introduceKeyAtTerminal(log, signer);
  log.begin(firstHead(writer, signer));
  const { head } = log.endNow(writer);
  // A trail that was put back is accepted with the record of that, not before.
  if (first.length > 0) {
    heads.goBack(writer);
    return first;
  }
  // Stryker disable next-line ConditionalExpression: a trail that was begun has a head
  if (head) heads.put(head);
  return first;
}
