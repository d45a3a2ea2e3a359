/** The gate and its stages without adapters, files or databases: what `@proviso/replay` folds recorded calls through. */
export { ToolFailure } from "./api/failure.ts";
export type { Approvals, ApprovalsPlug } from "./api/approvals.ts";
export type { HandlerTable } from "./api/handler.ts";
export type { EnforcingServer, InvokeOptions, Outcome, Principal } from "./api/outcome.ts";
export type { AuditEntry, AuditSink, CallerFacts, Clock, Policies, Store, StoredValue } from "./api/ports.ts";
export { createEnforcingServer } from "./gate/enforcing-server.ts";
export { countsOf } from "./pipeline/limit/limits-of.ts";
export { withoutReader } from "./pipeline/look-up/look-up-outcome.ts";
export { memoryStore } from "./stores/memory.ts";
export { logInOf } from "./tools/log-in.ts";
