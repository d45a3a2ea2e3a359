export type { Progress } from "@proviso/manifest";
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
export { memoryState } from "./state/memory-state.ts";
export type { MemoryState } from "./state/memory-state.ts";
export type { DurableState } from "./state/durable-state.ts";
export type { Authenticate } from "./adapters/wire/check-sender.ts";
export type { ProtectedResource } from "./adapters/wire/protected-resource.ts";
export { AuthenticationUnavailable } from "./api/authentication-unavailable.ts";
export type { ListenAddress } from "./adapters/wire/http-listener.ts";
export type { ServerInfo } from "./adapters/wire/mcp-options.ts";
export { lookAlikes } from "./canonical/look-alikes.ts";
export { createEnforcingServer } from "./gate/enforcing-server.ts";
export { shutDown } from "./gate/shutdown.ts";
export type { Closable } from "./gate/shutdown.ts";
export type { ApprovalsPlug, Reviewer } from "./api/approvals.ts";
export type { Pause, PauseOptions, PauseScope, PauseSwitch } from "./api/pauses.ts";
export { OutcomeUnknown, ToolFailure } from "./api/failure.ts";
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
export type { EnforcingServerOptions, ServerOptions } from "./api/options.ts";
export type {
  Answer,
  ConfirmationRequest,
  DrainOptions,
  EnforcingServer,
  InvokeOptions,
  Outcome,
  Principal,
  WireRequest,
  Refusal,
  Resolution,
} from "./api/outcome.ts";
export type {
  AuditEntry,
  AuditKey,
  AuditSink,
  Clock,
  PolicyInput,
  Policies,
  Policy,
  PolicyVerdict,
  RequirementResolver,
  Store,
  StoredValue,
} from "./api/ports.ts";
export { memoryAudit } from "./state/memory-audit.ts";
export type { MemoryAudit } from "./state/memory-audit.ts";
export { memoryStore } from "./stores/memory.ts";
export { nodeSqliteDialect } from "./stores/node-sqlite-dialect.ts";
export type { NodeSqliteOptions } from "./stores/node-sqlite-dialect.ts";
export { sqliteStore } from "./stores/sqlite.ts";
export type { SqliteStoreOptions } from "./stores/sqlite.ts";
