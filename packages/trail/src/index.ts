export { keyFile } from "./state/key-file.ts";
export { keysIn, listKeys } from "./state/keys-in.ts";
export type { FolderKeys, KeyEntry, KeyKind, KeyRole } from "./state/keys-in.ts";
export { findKey, KeysRefused, newKeys, removeKey, rotateKeys } from "./state/rotate-keys.ts";
export { type KeyUse, keyUse } from "./state/key-use.ts";
export { type SqliteStateOptions, sqliteState } from "./state/sqlite-state.ts";
export { readTrail } from "./commands/open-trail.ts";
export type { AuditTrail } from "./trail/audit-trail.ts";
export type {
  AuditBreak,
  AuditProblem,
  AuditVerdict,
  HeadProblem,
  RecordProblem,
  SignatureState,
  WriterVerdict,
} from "./trail/audit-verdict.ts";
export { type AuditLog, type ChainOptions, chainedAudit } from "./trail/chained-audit.ts";
export { type AuditEvent, type ChainedEvent, readEvent } from "./trail/cloud-event.ts";
export { stateFolder } from "./trail/outside-head.ts";
export type { ChainEnd } from "./trail/continue-chain.ts";
export { readSigner } from "./commands/read-keys.ts";
export { checkSignature, headKeys, headSigner } from "./trail/head.ts";
export type { AuditHead, AuditSigning, HeadKeys, HeadSigner, SignatureVerdict } from "./trail/head.ts";
export { terminalWriter } from "./trail/terminal-writer.ts";
export type { Restored } from "./trail/restored.ts";
export { type OpenTelemetryAuditOptions, openTelemetryAudit } from "./trail/opentelemetry-audit.ts";
export type { AuditRecord } from "./trail/audit-record.ts";
export type { ChainLink } from "./trail/chain-entry.ts";
export { type SqliteAuditOptions, sqliteAudit } from "./trail/sqlite-audit.ts";
export { readSqliteAudit } from "./trail/sqlite-trail.ts";
export { type TeeAuditOptions, teeAudit } from "./trail/tee-audit.ts";
export { type VerifyOptions, verifyAudit } from "./trail/verify-audit.ts";
