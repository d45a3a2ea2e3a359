export { createEnforcingServer } from "./enforcing-server.ts";
export { ToolFailure } from "./failure.ts";
export type {
  FailureConstructor,
  Handler,
  HandlerTable,
  PlannedHandler,
  PlanResult,
  PortsFactory,
  ToolContext,
} from "./handler.ts";
export type { EnforcingServerOptions, ServerOptions } from "./options.ts";
export type {
  Answer,
  ConfirmationRequest,
  EnforcingServer,
  InvokeOptions,
  Outcome,
  Principal,
  Progress,
  WireRequest,
  Refusal,
  Resolution,
} from "./outcome.ts";
export type {
  AuditEntry,
  AuditSink,
  Clock,
  Decision,
  Policies,
  Policy,
  PolicyVerdict,
  RequirementResolver,
  Store,
  StoredValue,
} from "./ports.ts";
export type { AuditTrail } from "./audit/audit-trail.ts";
export type {
  AuditBreak,
  AuditProblem,
  AuditVerdict,
  HeadProblem,
  RecordProblem,
  SignatureState,
  WriterVerdict,
} from "./audit/audit-verdict.ts";
export { chainedAudit } from "./audit/chained-audit.ts";
export type { AuditLog, ChainOptions } from "./audit/chained-audit.ts";
export { readEvent } from "./audit/cloud-event.ts";
export type { AuditEvent, ChainedEvent } from "./audit/cloud-event.ts";
export type { ChainEnd } from "./audit/continue-chain.ts";
export type { AuditHead, AuditSigning } from "./audit/head.ts";
export { jsonlAudit } from "./audit/jsonl-audit.ts";
export type { JsonlAuditOptions } from "./audit/jsonl-audit.ts";
export { readJsonlAudit } from "./audit/jsonl-trail.ts";
export { memoryAudit } from "./audit/memory-audit.ts";
export type { MemoryAudit } from "./audit/memory-audit.ts";
export { openTelemetryAudit } from "./audit/opentelemetry-audit.ts";
export type { OpenTelemetryAuditOptions } from "./audit/opentelemetry-audit.ts";
export type { AuditRecord } from "./audit/audit-record.ts";
export type { ChainLink } from "./audit/chain-entry.ts";
export { sqliteAudit } from "./audit/sqlite-audit.ts";
export type { SqliteAuditOptions } from "./audit/sqlite-audit.ts";
export { readSqliteAudit } from "./audit/sqlite-trail.ts";
export { teeAudit } from "./audit/tee-audit.ts";
export type { TeeAuditOptions } from "./audit/tee-audit.ts";
export { verifyAudit } from "./audit/verify-audit.ts";
export type { VerifyOptions } from "./audit/verify-audit.ts";
export { memoryStore } from "./stores/memory.ts";
export { nodeSqliteDialect } from "./stores/node-sqlite-dialect.ts";
export type { NodeSqliteOptions } from "./stores/node-sqlite-dialect.ts";
export { sqliteStore } from "./stores/sqlite.ts";
export type { SqliteStoreOptions } from "./stores/sqlite.ts";
