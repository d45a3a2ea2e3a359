import { sql, type Kysely, type Transaction } from "kysely";
import type { AuditEntry, AuditSink } from "@proviso/server";
import {
  type AnswerTime,
  type PostgresAccess,
  databaseResource,
  isAboutValues,
  openPostgresTables,
} from "@proviso/server/postgres";
import type { Tables, TellOperator } from "@proviso/server/storage";
import {
  callsOf,
  insertFirstHead,
  insertGroup,
  readEnd,
  selectEnd,
  selectEnds,
  selectRecord,
} from "./audit-table.ts";
import { chainGroup, keyChangeGroup } from "./chain-group.ts";
import type { ChainOptions } from "./chained-audit.ts";
import { ChainBroken, continueChain, missingOfKnown } from "./continue-chain.ts";
import { openHeadFile } from "./head-file.ts";
import { firstHead, headSigner, type AuditHead, type HeadSigner } from "./head.ts";
import { pinEveryMs } from "./pinned-log.ts";
import { reportedAudit } from "./reported-audit.ts";
import { acceptedEntries } from "./restored.ts";
import { newestEntries, sqlView } from "./sql-view.ts";
import { eventOfRow } from "./stored-event.ts";
import { isOfTerminal } from "./terminal-writer.ts";
import { tiedAudit } from "./tied-audit.ts";
import type { ChainLink, ChainState, WrittenEntry } from "./chain-entry.ts";

/** The database may be the store's. Several processes may extend one chain in it, one after another. */
export interface PostgresAuditOptions extends ChainOptions, PostgresAccess, AnswerTime {
  /** Receives one line when the database cannot be used any more, and when it can again. Defaults to stderr. */
  readonly onOutage?: TellOperator;
  /**
   * A file on this machine in which the newest head is stored at least once a second, so that an emptied or restored database
   * is not continued. Without it, only a running server notices that.
   */
  readonly headFile?: string;
}

/** Separates our locks from others in the same database. */
const auditLock = 770_978;

/**
 * Rejects if the database cannot be used, or the trail does not match its head. If the database goes away later, every entry is
 * refused until it is back.
 */
export async function postgresAudit(options: PostgresAuditOptions): Promise<AuditSink> {
  const { headFile, onOutage, writer = "main", signing, restored } = options;
  const signer = signing && headSigner(signing);
  const heads = headFile === undefined ? undefined : openHeadFile(headFile, pinEveryMs);
  const { database, close } = await openPostgresTables(options, 1);
  const inTurn = <Result>(run: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
    inTurnOf(database, writer, run);
  try {
    let changed: AuditHead | undefined;
    let first: readonly AuditEntry[] = [];
    let newest = await inTurn(async (transaction): Promise<ChainLink> => {
      const known = heads?.of(writer);
      if (known && headFile !== undefined)
        first = acceptedEntries(await missingOf(transaction, known, headFile, signer), restored);
      const end = await findTrailEnd(transaction, writer, signer);
      await transaction.executeQuery(insertFirstHead(transaction, firstHead(writer, signer)));
      const change = keyChangeGroup(writer, end, signer);
      if (!change) return end;
      await transaction.executeQuery(insertGroup(transaction, change));
      changed = change.head;
      return changed;
    });
    if (first.length > 0) heads?.goBack(writer);
    if (changed) heads?.put(changed);
    const view = sqlView(database);
    await introduceKeyAtTerminals(database, await view.heads(), signer);
    const chain = {
      writer,
      view,
      async ready() {
        await heads?.ready();
        const touched = sql`update proviso_audit_head set sequence = sequence where writer = ${writer}`;
        await touched.execute(database);
      },
      async write(entries: readonly WrittenEntry[]) {
        await heads?.ready();
        const head = await inTurn((transaction) => extendTrail(transaction, writer, signer, newest, entries));
        newest = head;
        heads?.put(head);
        return head;
      },
      refuses: isAboutValues,
      async close() {
        try {
          await heads?.flush();
        } finally {
          await close();
        }
      },
    };
    const sink = tiedAudit(chain, { restored, first });
    const endsOf = async (request: string): Promise<readonly string[]> =>
      callsOf((await database.executeQuery(selectEnds(database, request))).rows);
    const lookBack = { newest: (count: number) => newestEntries(database, count) };
    return reportedAudit({ ...sink, endsOf, ...lookBack }, { ...databaseResource(options), tell: onOutage });
  } catch (error) {
    await close();
    throw error;
  }
}

async function inTurnOf<Result>(
  database: Kysely<Tables>,
  writer: string,
  run: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${auditLock}, hashtext(${writer}))`.execute(transaction);
    return run(transaction);
  });
}

/**
 * Introduces the current key in the chains of terminals that end with a former one: the next command may come late, and the former
 * key would be needed until then. A broken chain, and one that ends with a key of another machine, is left as it is.
 */
async function introduceKeyAtTerminals(
  database: Kysely<Tables>,
  heads: readonly AuditHead[],
  signer: HeadSigner | undefined,
): Promise<void> {
  for (const { writer, keyId = "" } of heads)
    if (isOfTerminal(writer) && signer?.formerIds.has(keyId)) await introduceKey(database, writer, signer);
}

async function introduceKey(database: Kysely<Tables>, writer: string, signer: HeadSigner): Promise<void> {
  try {
    await inTurnOf(database, writer, async (transaction) => {
      const end = await findTrailEnd(transaction, writer, signer);
      const change = keyChangeGroup(writer, end, signer);
      if (change) await transaction.executeQuery(insertGroup(transaction, change));
    });
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error;
  }
}

async function missingOf(
  database: Kysely<Tables>,
  known: AuditHead,
  headFile: string,
  signer: HeadSigner | undefined,
): Promise<string | undefined> {
  const { rows } = await database.executeQuery(selectRecord(database, known));
  return missingOfKnown(known, rows[0] && eventOfRow(rows[0]), headFile, signer);
}

async function findTrailEnd(
  database: Kysely<Tables>,
  writer: string,
  signer: HeadSigner | undefined,
): Promise<ChainState> {
  const { rows } = await database.executeQuery(selectEnd(database, writer));
  return continueChain(readEnd(rows), writer, signer);
}

/** With a lock, so that writers take turns: without it, a slow writer might never append. */
async function extendTrail(
  transaction: Transaction<Tables>,
  writer: string,
  signer: HeadSigner | undefined,
  newest: ChainLink,
  entries: readonly WrittenEntry[],
): Promise<AuditHead> {
  const last = await findTrailEnd(transaction, writer, signer);
  if (last.sequence < newest.sequence)
    throw new ChainBroken(`the audit trail of \`${writer}\` was rolled back`);
  const group = chainGroup(entries, writer, last, signer, false);
  await transaction.executeQuery(insertGroup(transaction, group));
  return group.head;
}
