import type { DatabaseSync } from "node:sqlite";

/**
 * The tables of the stores and the audit trail, in SQL for both SQLite and PostgreSQL. Migrations
 * may only be added. Servers of the previous version continue to read and write during and after a
 * migration: a new column has a default, and nothing that they use is removed or renamed.
 *
 * Kysely's `Migrator` does not fit: it is asynchronous, while a SQLite store opens synchronously;
 * and on SQLite it takes no lock, while several processes may open one file at once.
 */
export const migrations: readonly { readonly id: string; readonly sql: readonly string[] }[] = [
  {
    id: "001-state",
    sql: [
      `create table proviso_state (
        key text not null primary key,
        value text not null,
        revision bigint not null,
        expires_at bigint not null
      )`,
      `create index proviso_state_expires_at on proviso_state (expires_at)`,
      // Few of many rows: they can be listed without reading the others.
      `create index proviso_state_pending on proviso_state (key) where key like 'pending:%'`,
      // Open approvals expire last: they can be listed without reading ended ones.
      `create index proviso_state_open on proviso_state (expires_at) where key like 'pending:%'`,
    ],
  },
  {
    id: "002-audit",
    sql: [
      `create table proviso_audit (
        writer text not null,
        sequence bigint not null,
        hash text not null,
        record text not null,
        ends text,
        primary key (writer, sequence)
      )`,
      `create index proviso_audit_ends on proviso_audit (ends) where ends is not null`,
      `create table proviso_audit_head (
        writer text not null primary key,
        sequence bigint not null,
        head text not null
      )`,
    ],
  },
];

/**
 * The pending migrations. Throws if the database has a migration that this version does not know: a
 * newer version may have changed the meaning of its tables.
 */
export function missingMigrations(
  done: readonly string[],
  known: typeof migrations = migrations,
): typeof migrations {
  const ids = new Set(known.map(({ id }) => id));
  const unknown = done.find((id) => !ids.has(id));
  if (unknown !== undefined)
    throw new Error(
      `the database is in use by a newer version of @proviso/server (migration ${unknown}): start that version or a later one`,
    );
  return known.filter(({ id }) => !done.includes(id));
}

/** Brings a file up to date. If several processes migrate at once, the others wait. */
export function migrateSqlite(database: DatabaseSync): void {
  database.exec("begin immediate");
  try {
    database.exec("create table if not exists proviso_migration (id text not null primary key)");
    const rows = database.prepare("select id from proviso_migration").all();
    for (const { id, sql } of missingMigrations(rows.map((row) => String(row["id"])))) {
      for (const statement of sql) database.exec(statement);
      database.prepare("insert into proviso_migration (id) values (?)").run(id);
    }
    database.exec("commit");
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}
