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
export { answeredByPerson } from "./ask/answered-by-person.ts";
export type { PersonSaid } from "./ask/answered-by-person.ts";
export { escapeText } from "./ask/escape-text.ts";
export { leavesOf } from "./ask/leaves.ts";
export { viewClaims } from "./ask/view.ts";
export type { ClaimedEffect, Claims, ToolFacts } from "./claims.ts";
export type {
  CallRequest,
  Confirm,
  ConfirmAnswer,
  ConfirmRequest,
  QuestionRequest,
  ViewSection,
} from "./ask/request.ts";
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
export { decide } from "./decide.ts";
export { createGuard, defaultPolicies } from "./guard.ts";
export type { Guard, Inspection } from "./guard.ts";
export type {
  Activity,
  CallOptions,
  CreateGuardOptions,
  GuardOptions,
  OpenWorldCall,
  Pins,
  Policies,
  RetryOptions,
  Review,
} from "./options.ts";
export type { Change, Verdict } from "./pinning/compare-faces.ts";
export type { Drift } from "./pinning/drift.ts";
export type { Face } from "./pinning/face.ts";
export { agencyPolicy } from "./policies/agency-policy.ts";
export { annotationPolicy } from "./policies/annotation-policy.ts";
export { callBudget } from "./policies/call-budget.ts";
export type { CallBudget } from "./policies/call-budget.ts";
export { followAgents } from "./policies/follow-agents.ts";
export { logOpenWorld } from "./policies/log-open-world.ts";
export { permissionPolicy } from "./policies/permission-policy.ts";
export { retryIdempotent } from "./policies/retry-idempotent.ts";
export { superviseAgents } from "./policies/supervise-agents.ts";
export { askWhen, explainReason, reasons, settle, strictest } from "./policy.ts";
export type {
  AskRule,
  CallFacts,
  Decision,
  Environment,
  Policy,
  Reason,
  Subject,
  Unverified,
} from "./policy.ts";
export { unmetRequirements } from "./requirements.ts";
export type { RequirementState, RequirementStates } from "./requirements.ts";
export { clientFailureCodes } from "./result.ts";
export type { ClientFailure, ClientFailureCode, PlainResult, Result } from "./result.ts";
export { freshSession } from "./session.ts";
export type { BudgetLevel, SessionFacts } from "./session.ts";
export { createToolSet, facets } from "./tool-set.ts";
export type { Facet, Tool, ToolFilter, ToolSet } from "./tool-set.ts";
export { effectiveContract, personAsked } from "@proviso/manifest";
export type {
  Asked,
  Failure,
  Json,
  JsonObject,
  JsonSchema,
  Manifest,
  PersonAsked,
  Plan,
  SideEffect,
  StepUpAuth,
  ToolContract,
} from "@proviso/manifest";
