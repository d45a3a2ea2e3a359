export type { Progress } from "@proviso/manifest";
export { CallError, type FailureOf, type Unfinished, failureOf } from "./serve/call-error.ts";
export { createProductServer } from "./serve/product-server.ts";
export type { Product, ProductHandlers, ProductOptions, ProductServer } from "./serve/product-server.ts";
export type { CallOf, CallOptions, CallsOf } from "./serve/typed-calls.ts";
export { type JwtOptions, jwt } from "./serve/jwt.ts";
export type {
  HttpServing,
  Served,
  ServedHttp,
  ServedInbox,
  ServeOptions,
  StdioServing,
} from "./serve/options.ts";
export { type MemoryState, memoryState } from "./state/memory-state.ts";
export type { DurableState } from "./state/durable-state.ts";
export type { Authenticate } from "./adapters/wire/check-sender.ts";
export type { ProtectedResource } from "./adapters/wire/protected-resource.ts";
export { AuthenticationUnavailable } from "./api/authentication-unavailable.ts";
export type { ListenAddress } from "./adapters/wire/http-listener.ts";
export type { ServerInfo } from "./adapters/wire/mcp-options.ts";
export { lookAlikes } from "./canonical/look-alikes.ts";
export { createEnforcingServer } from "./gate/enforcing-server.ts";
export { type Closable, shutDown } from "./gate/shutdown.ts";
export type { ApprovalsPlug, Reviewer } from "./api/approvals.ts";
export type { ProgramsPlug } from "./api/programs.ts";
export type { Shadow, ShadowPlug, ShadowRuntime } from "./api/shadow.ts";
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
export { type Durable, inSteps, type RunEngineStep, type RunStep } from "./api/steps.ts";
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
export { type MemoryAudit, memoryAudit } from "./state/memory-audit.ts";
export { memoryStore } from "./stores/memory.ts";
export { type NodeSqliteOptions, nodeSqliteDialect } from "./stores/node-sqlite-dialect.ts";
export { type SqliteStoreOptions, sqliteStore } from "./stores/sqlite.ts";
