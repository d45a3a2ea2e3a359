export { blockText } from "./frameworks/result-text.ts";
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
} from "./tool/classify.ts";
export type { Classification, HasMetadata, ToolMetadata } from "./tool/classify.ts";
export { type PersonInput, answeredByPerson } from "./ask/answered-by-person.ts";
export { escapeText } from "@proviso/manifest";
export { leavesOf } from "./ask/leaves.ts";
export { viewClaims } from "./ask/view.ts";
export type { ClaimedEffect, Claims, PolicyFacts } from "./tool/claims.ts";
export type {
  CallRequest,
  Confirm,
  ConfirmAnswer,
  ConfirmRequest,
  QuestionRequest,
  ViewSection,
} from "./ask/request.ts";
export type {
  Difference,
  Elicitation,
  ElicitationAnswer,
  ElicitationHandler,
  McpConnection,
  WireCall,
  WireCallOptions,
  WireResult,
  WireTool,
} from "./connection/connection.ts";
export type { OfferedLink, OnLink } from "./ask/offer-links.ts";
export { type ReadLink, readLink } from "./ask/read-link.ts";
export { overlay } from "./call/overlay.ts";
export { refuseUnlisted } from "./decide/refuse-unlisted.ts";
export { decide } from "./decide/decide.ts";
export { type Guard, type Inspection, createGuard, defaultPolicies } from "./call/guard.ts";
export { type GuardToolsOptions, type GuardedCalls, guardTools } from "./call/guard-tools.ts";
export type { NativeCall, NativePlan, NativeTool, NativeTools } from "./call/function-connection.ts";
export type {
  Activity,
  CallOptions,
  CreateGuardOptions,
  GuardOptions,
  OpenWorldCall,
  GuardPolicies,
  RetryOptions,
  Review,
} from "./call/options.ts";
export type { DefinitionChange, DefinitionVerdict } from "./pinning/compare-definitions.ts";
export type { Drift } from "./pinning/drift.ts";
export type { ToolDefinition, Pins } from "./pinning/tool-definition.ts";
export { agencyPolicy } from "./decide/agency-policy.ts";
export { annotationPolicy } from "./decide/annotation-policy.ts";
export { confirmLiveChanges } from "./decide/confirm-live-changes.ts";
export { type CallBudget, callBudget } from "./decide/call-budget.ts";
export { followAgents } from "./decide/follow-agents.ts";
export { logOpenWorld } from "./decide/log-open-world.ts";
export { permissionPolicy } from "./decide/permission-policy.ts";
export { retryIdempotent } from "./decide/retry-idempotent.ts";
export { superviseAgents } from "./decide/supervise-agents.ts";
export { askWhen, explainReason, reasons, mandatoryDecision, strictest } from "./decide/policy.ts";
export type { AskRule, CallFacts, Decision, Environment, GuardPolicy, Reason } from "./decide/policy.ts";
export type { Subject, Unverified } from "./tool/subject.ts";
export { type RequirementState, type RequirementStates, unmetRequirements } from "./decide/requirements.ts";
export { clientFailureCodes } from "./call/result.ts";
export type { ClientFailure, ClientFailureCode, PlainResult, Result } from "./call/result.ts";
export { createSession, freshSession } from "./decide/session.ts";
export type { BudgetLevel, Session, SessionFacts } from "./decide/session.ts";
export { createToolSet, facets } from "./tool/tool-set.ts";
export type { Facet, Tool, ToolFilter, ToolSet } from "./tool/tool-set.ts";
export { contentKinds, contentProblems, effectiveContract, personAsked } from "@proviso/manifest";
export type {
  Asked,
  ContentBlock,
  ContentKind,
  ContentResult,
  Failure,
  Json,
  JsonObject,
  JsonSchema,
  Manifest,
  PersonAsked,
  Plan,
  Progress,
  SideEffect,
  StepUpAuth,
  ToolContract,
} from "@proviso/manifest";
export type { ClientOf, FailureOf, Failures, ImpliedFailure } from "./call/typed-calls.ts";
