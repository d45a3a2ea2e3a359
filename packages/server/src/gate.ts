/** The gate and its stages without adapters, files or databases, for `@proviso/replay` and for calls tried on a site. */
export { ToolFailure } from "./api/failure.ts";
export type { Approvals, ApprovalsPlug } from "./api/approvals.ts";
export type { HandlerTable } from "./api/handler.ts";
export type { EnforcingServer, InvokeOptions, Outcome, Principal } from "./api/outcome.ts";
export type { AuditEntry, AuditSink, CallerFacts, Clock, Policies, Store, StoredValue } from "./api/ports.ts";
export { createEnforcingServer } from "./gate/enforcing-server.ts";
export { countsOf } from "./pipeline/limit/limits-of.ts";
export { withoutResults } from "./pipeline/look-up/look-up-outcome.ts";
export { memoryAudit } from "./state/memory-audit.ts";
export { memoryStore } from "./stores/memory.ts";
export { observeServers } from "./telemetry/current-observer.ts";
export { logInOf } from "./tools/log-in.ts";
