import type { DatabaseSync } from "node:sqlite";

/** The tables of the stores and the audit trail, in SQL that SQLite and PostgreSQL both understand. Only ever add. */
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
        primary key (writer, sequence)
      )`,
    ],
  },
  {
    id: "003-audit-head",
    sql: [
      `create table proviso_audit_head (
        writer text not null primary key,
        sequence bigint not null,
        head text not null
      )`,
    ],
  },
];

/** Brings a file up to date. Any number of processes may do this at once: one works, the others find it done. */
export function migrateSqlite(database: DatabaseSync): void {
  database.exec("begin immediate");
  try {
    database.exec("create table if not exists proviso_migration (id text not null primary key)");
    const rows = database.prepare("select id from proviso_migration").all();
    const done = new Set(rows.map((row) => row["id"]));
    for (const { id, sql } of migrations.filter((migration) => !done.has(migration.id))) {
      for (const statement of sql) database.exec(statement);
      database.prepare("insert into proviso_migration (id) values (?)").run(id);
    }
    database.exec("commit");
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}
