/** All that generated code may import. Exports of version 1 are never changed or removed. */
export type { Failure, Json, JsonObject, Manifest, Plan, Progress, ToolNames } from "@proviso/manifest";
export { answeredByPerson } from "./ask/answered-by-person.ts";
export type { Confirm, ConfirmAnswer, ConfirmRequest } from "./ask/request.ts";
export type { McpConnection } from "./connection/connection.ts";
export { type Guard, createGuard } from "./call/guard.ts";
export type { CallOptions, GuardOptions } from "./call/options.ts";
export type { ClientFailure, ClientFailureCode, Result } from "./call/result.ts";
export { typedCalls } from "./call/typed-calls.ts";
export type { ClientOf, FailureOf, Failures, ImpliedFailure } from "./call/typed-calls.ts";
