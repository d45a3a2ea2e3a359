/** State in PostgreSQL. Needs the peer dependency `pg`. */
export { leasing, startWithinMs } from "./stores/postgres-lease.ts";
export { isAboutValues, openConnections } from "./stores/postgres-pool.ts";
export type { PostgresAccess } from "./stores/postgres-pool.ts";
export { databaseResource, openPostgresTables } from "./stores/postgres-tables.ts";
export type { AnswerTime } from "./stores/postgres-tables.ts";
export { postgresStore } from "./stores/postgres.ts";
export type { PostgresStoreOptions } from "./stores/postgres.ts";
