/** State and audit trail in PostgreSQL. Needs the peer dependency `pg`. */
export { type PostgresStateOptions, postgresState } from "./state/postgres-state.ts";
export { type PostgresAuditOptions, postgresAudit } from "./trail/postgres-audit.ts";
export { postgresPruner } from "./trail/postgres-pruner.ts";
export { readPostgresAudit } from "./trail/postgres-trail.ts";
