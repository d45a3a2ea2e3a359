export {
  classifications,
  classify,
  isAgentic,
  isDestructive,
  isIdempotent,
  isOpenWorld,
  isReadOnly,
  requiresConfirmation,
  toolMetadata,
} from "./classify.ts";
export type { Classification, HasMetadata } from "./classify.ts";
export type { CallRequest, Confirm, ConfirmAnswer, ConfirmRequest, QuestionRequest } from "./confirm.ts";
export type {
  Elicitation,
  ElicitationAnswer,
  ElicitationHandler,
  McpConnection,
  Progress,
  WireCall,
  WireCallOptions,
  WireResult,
  WireTool,
} from "./connection.ts";
export { decide, reasons } from "./decide.ts";
export type { CallFacts, Decision, Environment, Reason, Unclassified } from "./decide.ts";
export type { Drift } from "./drift.ts";
export { createGuard } from "./guard.ts";
export type { Guard } from "./guard.ts";
export type {
  Activity,
  CallOptions,
  CreateGuardOptions,
  GuardOptions,
  OpenWorldCall,
  RetryOptions,
} from "./options.ts";
export { unmetRequirements } from "./requirements.ts";
export type { RequirementState, RequirementStates } from "./requirements.ts";
export { clientFailureCodes } from "./result.ts";
export type { ClientFailure, ClientFailureCode, PlainResult, Result } from "./result.ts";
export type { SessionFacts } from "./session.ts";
export { createToolSet, facets } from "./tool-set.ts";
export type { Facet, Tool, ToolFilter, ToolSet } from "./tool-set.ts";
export type {
  Failure,
  Json,
  JsonObject,
  JsonSchema,
  Manifest,
  Plan,
  SideEffect,
  StepUpAuth,
  ToolContract,
} from "@proviso/manifest";
