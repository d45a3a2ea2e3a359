export { CallError, failureOf } from "./serve/call-error.ts";
export type { FailureOf, Unfinished } from "./serve/call-error.ts";
export { createProductServer } from "./serve/product-server.ts";
export type { Product, ProductHandlers, ProductOptions, ProductServer } from "./serve/product-server.ts";
export type { CallOf, CallOptions, CallsOf } from "./serve/typed-calls.ts";
export { jwt } from "./serve/jwt.ts";
export type { JwtOptions } from "./serve/jwt.ts";
export type {
  HttpServing,
  Served,
  ServedHttp,
  ServedInbox,
  ServeOptions,
  StdioServing,
} from "./serve/options.ts";
export { auditKey } from "./state/audit-key.ts";
export { keyFile } from "./state/key-file.ts";
export { keysIn, listKeys } from "./state/keys-in.ts";
export type { FolderKeys, KeyEntry, KeyKind, KeyRole } from "./state/keys-in.ts";
export { findKey, KeysRefused, newKeys, removeKey, rotateKeys } from "./state/rotate-keys.ts";
export { keyUse } from "./state/key-use.ts";
export type { KeyUse } from "./state/key-use.ts";
export { memoryState } from "./state/memory-state.ts";
export type { MemoryState } from "./state/memory-state.ts";
export type { DurableState } from "./state/durable-state.ts";
export { sqliteState } from "./state/sqlite-state.ts";
export type { SqliteStateOptions } from "./state/sqlite-state.ts";
export type { Authenticate } from "./adapters/wire/check-sender.ts";
export type { ProtectedResource } from "./adapters/wire/protected-resource.ts";
export { AuthenticationUnavailable } from "./api/authentication-unavailable.ts";
export type { ListenAddress } from "./adapters/wire/http-listener.ts";
export type { ServerInfo } from "./adapters/wire/mcp-options.ts";
export { createEnforcingServer } from "./gate/enforcing-server.ts";
export { shutDown } from "./gate/shutdown.ts";
export type { Closable } from "./gate/shutdown.ts";
export { phraseOfCalls } from "./approvals/phrase-of-calls.ts";
export { ownPartOfId } from "./approvals/approval-records.ts";
export { editsIn } from "./approvals/narrow.ts";
export { usableUntil } from "./approvals/usable-until.ts";
export { openApprovals } from "./approvals/open-approvals.ts";
export type { OpenApprovalsOptions } from "./approvals/open-approvals.ts";
export type {
  Approval,
  ApprovalState,
  ApproverRules,
  Asker,
  CallTerms,
  Decider,
  Decision as ApprovalDecision,
  EarlierCall,
  Objection,
  Rejection,
  Replaced,
  ShownCall,
  Withdrawal,
} from "./api/approval.ts";
export type { ApprovalNotice, ApprovalNotifier } from "./api/approval-notice.ts";
export type {
  ApprovalDesk,
  DecisionOptions,
  DecisionResult,
  LogInLeft,
  Pause,
  PauseOptions,
  PauseScope,
  Reviewer,
  ReviewedApproval,
} from "./api/approval-desk.ts";
export { ToolFailure } from "./api/failure.ts";
export type {
  FailureConstructor,
  Handler,
  HandlerTable,
  PlannedHandler,
  PlanResult,
  PortsFactory,
  ToolContext,
} from "./api/handler.ts";
export type { FailOf, HandlerOf, HandlersOf } from "./api/typed-handlers.ts";
export type { ApprovalOptions, EnforcingServerOptions, ServerOptions } from "./api/options.ts";
export type {
  Answer,
  ConfirmationRequest,
  DrainOptions,
  EnforcingServer,
  InvokeOptions,
  Outcome,
  Principal,
  Progress,
  WireRequest,
  Refusal,
  Resolution,
} from "./api/outcome.ts";
export type {
  AuditEntry,
  AuditKey,
  AuditSink,
  Clock,
  Decision,
  Policies,
  Policy,
  PolicyVerdict,
  RequirementResolver,
  Store,
  StoredValue,
} from "./api/ports.ts";
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
export { interruptedPruning } from "./trail/jsonl-pruner.ts";
export type { Restored } from "./trail/restored.ts";
export { jsonlAudit } from "./trail/jsonl-audit.ts";
export type { JsonlAuditOptions } from "./trail/jsonl-audit.ts";
export { readJsonlAudit } from "./trail/jsonl-trail.ts";
export { memoryAudit } from "./trail/memory-audit.ts";
export type { MemoryAudit } from "./trail/memory-audit.ts";
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
export { jsonlPruner } from "./trail/jsonl-pruner.ts";
export { marksOf, planPruning } from "./trail/plan-pruning.ts";
export type { PruningRules, WriterPruning } from "./trail/plan-pruning.ts";
export { readPruned } from "./trail/pruned-mark.ts";
export type { PrunedMark } from "./trail/pruned-mark.ts";
export type { PrunedChain, Pruner } from "./trail/pruner.ts";
export { sqlitePruner } from "./trail/sqlite-pruner.ts";
export { verifyAudit } from "./trail/verify-audit.ts";
export type { VerifyOptions } from "./trail/verify-audit.ts";
export { memoryStore } from "./stores/memory.ts";
export { nodeSqliteDialect } from "./stores/node-sqlite-dialect.ts";
export type { NodeSqliteOptions } from "./stores/node-sqlite-dialect.ts";
export { sqliteStore } from "./stores/sqlite.ts";
export type { SqliteStoreOptions } from "./stores/sqlite.ts";
