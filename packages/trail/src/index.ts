export { auditKey } from "./state/audit-key.ts";
export { keyFile } from "./state/key-file.ts";
export { keysIn, listKeys } from "./state/keys-in.ts";
export type { FolderKeys, KeyEntry, KeyKind, KeyRole } from "./state/keys-in.ts";
export { findKey, KeysRefused, newKeys, removeKey, rotateKeys } from "./state/rotate-keys.ts";
export { keyUse } from "./state/key-use.ts";
export type { KeyUse } from "./state/key-use.ts";
export { sqliteState } from "./state/sqlite-state.ts";
export type { SqliteStateOptions } from "./state/sqlite-state.ts";
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
export { chainedAudit } from "./trail/chained-audit.ts";
export type { AuditLog, ChainOptions } from "./trail/chained-audit.ts";
export { readEvent } from "./trail/cloud-event.ts";
export type { AuditEvent, ChainedEvent } from "./trail/cloud-event.ts";
export type { ChainEnd } from "./trail/continue-chain.ts";
export { headKeys, headSigner, readHead } from "./trail/head.ts";
export type { AuditHead, AuditSigning, HeadKeys, HeadSigner } from "./trail/head.ts";
export { terminalWriter } from "./trail/terminal-writer.ts";
export type { Restored } from "./trail/restored.ts";
export { readJsonlAudit } from "./trail/jsonl-trail.ts";
export { openTelemetryAudit } from "./trail/opentelemetry-audit.ts";
export type { OpenTelemetryAuditOptions } from "./trail/opentelemetry-audit.ts";
export type { AuditRecord } from "./trail/audit-record.ts";
export type { ChainLink } from "./trail/chain-entry.ts";
export { sqliteAudit } from "./trail/sqlite-audit.ts";
export type { SqliteAuditOptions } from "./trail/sqlite-audit.ts";
export { readSqliteAudit } from "./trail/sqlite-trail.ts";
export { teeAudit } from "./trail/tee-audit.ts";
export type { TeeAuditOptions } from "./trail/tee-audit.ts";
export { collectEvidence, NoEvidence } from "./trail/collect-evidence.ts";
export type { Anchor, EvidenceRun } from "./trail/collect-evidence.ts";
export { keptMarks } from "./trail/kept-marks.ts";
export { marksOf, planPruning } from "./trail/plan-pruning.ts";
export type { PruningRules, WriterPruning } from "./trail/plan-pruning.ts";
export { readPruned } from "./trail/pruned-mark.ts";
export type { PrunedMark } from "./trail/pruned-mark.ts";
export type { PrunedChain, Pruner } from "./trail/pruner.ts";
export { sqlitePruner } from "./trail/sqlite-pruner.ts";
export { verifyAudit } from "./trail/verify-audit.ts";
export type { VerifyOptions } from "./trail/verify-audit.ts";
