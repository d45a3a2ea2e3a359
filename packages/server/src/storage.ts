/** What trail and stores share: files and connections of databases, and facts about records. */
export { aroundAudit } from "./api/around-audit.ts";
export { endedBy } from "./api/ended-question.ts";
export { fingerprint } from "./canonical/fingerprint.ts";
export { stateKeyId } from "./seals/key-ring.ts";
export { forKysely } from "./stores/node-sqlite-dialect.ts";
export { type OutageOptions, type TellOperator, outage } from "./stores/outage.ts";
export { type SqliteFile, fileResource, openSqliteFile } from "./stores/sqlite-file.ts";
export type { Tables } from "./stores/tables.ts";
