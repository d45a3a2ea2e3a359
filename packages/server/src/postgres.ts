/** State in PostgreSQL. Needs the peer dependency `pg`. */
export { leasing, startWithinMs } from "./stores/postgres-lease.ts";
export { type PostgresAccess, isAboutValues, openConnections } from "./stores/postgres-pool.ts";
export { type AnswerTime, databaseResource, openPostgresTables } from "./stores/postgres-tables.ts";
export { type PostgresStoreOptions, postgresStore } from "./stores/postgres.ts";
