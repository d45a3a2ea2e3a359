import { sql, type Kysely, type Transaction } from "kysely";
import type { AuditEntry, AuditSink } from "../api/ports.ts";
import { openPostgresTables } from "../stores/postgres-tables.ts";
import type { Tables } from "../stores/tables.ts";
import { insertGroup, readEnd, selectEnd } from "./audit-table.ts";
import { chainGroup } from "./chain-group.ts";
import type { ChainOptions } from "./chained-audit.ts";
import { continueChain } from "./continue-chain.ts";
import { groupedAudit } from "./grouped-audit.ts";
import { headSigner, type HeadSigner } from "./head.ts";
import type { ChainLink } from "./chain-entry.ts";

export interface PostgresAuditOptions extends ChainOptions {
  /** `postgresql://user:password@host:5432/database`; it may be the store's. Several processes may extend one chain in it, one after the other. */
  readonly connectionString: string;
}

/** Keeps our locks apart from those of others in the same database. */
const auditLock = 770_978;

/**
 * Rejects if the database cannot be used, or the trail is not what its head says. If the database goes away later every
 * entry is refused until it is back.
 */
export async function postgresAudit(options: PostgresAuditOptions): Promise<AuditSink> {
  const { connectionString, writer = "main", signing } = options;
  const signer = signing && headSigner(signing);
  const database = await openPostgresTables({ connectionString, connections: 1 });
  const inTurn = <Result>(run: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
    database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${auditLock}, hashtext(${writer}))`.execute(transaction);
      return run(transaction);
    });
  try {
    let newest = await inTurn((transaction) => findEnd(transaction, writer, signer));
    return groupedAudit({
      async write(entries) {
        newest = await inTurn((transaction) => extend(transaction, writer, signer, newest, entries));
      },
      close: () => database.destroy(),
    });
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

async function findEnd(
  database: Kysely<Tables>,
  writer: string,
  signer: HeadSigner | undefined,
): Promise<ChainLink> {
  const { rows } = await database.executeQuery(selectEnd(database, writer));
  return continueChain(readEnd(rows), writer, signer);
}

/** Under a lock, in which those who wait take turns: racing for the end of the chain would starve the slower. */
async function extend(
  transaction: Transaction<Tables>,
  writer: string,
  signer: HeadSigner | undefined,
  newest: ChainLink,
  entries: readonly AuditEntry[],
): Promise<ChainLink> {
  const last = await findEnd(transaction, writer, signer);
  if (last.sequence < newest.sequence) throw new Error(`the audit trail of \`${writer}\` was rolled back`);
  const group = chainGroup(entries, writer, last, signer);
  await transaction.executeQuery(insertGroup(transaction, group));
  return group.head;
}
