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
export { chainedAudit } from "./audit/chained-audit.ts";
export type { AuditLog } from "./audit/chained-audit.ts";
export { jsonlAudit, readJsonlAudit } from "./audit/jsonl-audit.ts";
export type { JsonlAuditOptions } from "./audit/jsonl-audit.ts";
export { memoryAudit } from "./audit/memory-audit.ts";
export type { MemoryAudit } from "./audit/memory-audit.ts";
export type { AuditHead, AuditRecord } from "./audit/record.ts";
export { readSqliteAudit, sqliteAudit } from "./audit/sqlite-audit.ts";
export type { SqliteAuditOptions } from "./audit/sqlite-audit.ts";
export { verifyAudit } from "./audit/verify-audit.ts";
export type { AuditProblem, AuditVerdict } from "./audit/verify-audit.ts";
export { memoryStore } from "./stores/memory.ts";
export { nodeSqliteDialect } from "./stores/node-sqlite-dialect.ts";
export type { NodeSqliteOptions } from "./stores/node-sqlite-dialect.ts";
export { sqliteStore } from "./stores/sqlite.ts";
export type { SqliteStoreOptions } from "./stores/sqlite.ts";
