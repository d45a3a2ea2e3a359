/** State and audit trail in PostgreSQL. Needs the peer dependency `pg`. */
export { postgresState } from "./state/postgres-state.ts";
export type { PostgresStateOptions } from "./state/postgres-state.ts";
export { postgresAudit } from "./trail/postgres-audit.ts";
export type { PostgresAuditOptions } from "./trail/postgres-audit.ts";
export { postgresPruner } from "./trail/postgres-pruner.ts";
export { readPostgresAudit } from "./trail/postgres-trail.ts";
