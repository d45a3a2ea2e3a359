/** State and audit trail in PostgreSQL. Needs the peer dependency `pg`. */
export { postgresAudit } from "./trail/postgres-audit.ts";
export type { PostgresAuditOptions } from "./trail/postgres-audit.ts";
export { postgresPruner } from "./trail/postgres-pruner.ts";
export { readPostgresAudit } from "./trail/postgres-trail.ts";
export type { PostgresAccess } from "./stores/postgres-pool.ts";
export type { AnswerTime } from "./stores/postgres-tables.ts";
export { postgresStore } from "./stores/postgres.ts";
export type { PostgresStoreOptions } from "./stores/postgres.ts";
export { postgresState } from "./state/postgres-state.ts";
export type { PostgresStateOptions } from "./state/postgres-state.ts";
