/** All that generated code may import. Exports of version 1 are never changed or removed. */
export type { Json, JsonObject, Manifest, Progress, ToolNames } from "@proviso/manifest";
export { createEnforcingServer } from "./gate/enforcing-server.ts";
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
export { createProductServer } from "./serve/product-server.ts";
export type { PeopleOption, ProductHandlers, ProductOptions, ProductServer } from "./serve/product-server.ts";
export type { CallOf, CallsOf } from "./serve/typed-calls.ts";
export { type FailOf, type HandlerOf, type HandlersOf, handlerTable } from "./api/typed-handlers.ts";
export type { EnforcingServerOptions, ServerOptions } from "./api/options.ts";
export type {
  Answer,
  ConfirmationRequest,
  EnforcingServer,
  InvokeOptions,
  Outcome,
  Principal,
} from "./api/outcome.ts";
export type {
  AuditEntry,
  AuditSink,
  Clock,
  PolicyInput as Decision,
  Policies,
  Policy,
  RequirementResolver,
  Store,
} from "./api/ports.ts";
