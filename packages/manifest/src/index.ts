export { canonicalJson, orderedCopy } from "./text/canonical.ts";
export { allowsEffect, isCriticalEffect, movesMoney } from "./contract/allows-effect.ts";
export { withDefaults } from "./json-schema/defaults.ts";
export { contentProblems } from "./contract/content.ts";
export { effectWords } from "./contract/effect-words.ts";
export { isForPeople } from "./contract/is-for-people.ts";
export { isList, isObject, listOf, objectOf } from "./contract/is-object.ts";
export { longestTimer } from "./contract/longest-timer.ts";
export type {
  AudioContent,
  ContentBlock,
  ContentProblem,
  ContentResult,
  EmbeddedResource,
  ImageContent,
  ResourceContents,
  ResourceLink,
  TextContent,
} from "./contract/content.ts";
export { contentSchema, resultSchema } from "./wire/result-schema.ts";
export {
  approvalChannels,
  approverKinds,
  contentKinds,
  effectKinds,
  emptyRest,
  gateFields,
  refinedFields,
  riskLevels,
} from "./contract/contract.ts";
export {
  demandedLogIn,
  flowOf,
  isFlowAssumed,
  joinedFlow,
  reasonWithoutLogIn,
  refinedFacts,
  stepUpAgeMs,
} from "./contract/questions.ts";
export type { DemandedLogIn, FlowSource } from "./contract/questions.ts";
export {
  allowanceText,
  amountText,
  budgetAmount,
  budgetOwners,
  budgetOwnerTexts,
  budgetPath,
  budgetText,
  budgetUnit,
  heldText,
} from "./asks/budget.ts";
export { conditionWords } from "./conditions/condition-words.ts";
export { exceptedAmount, exceptionEnd, exceptionOf, exceptionText, notExcepted } from "./asks/exception.ts";
export type {
  ApprovalChannel,
  ApprovalRules,
  ApproverKind,
  Budget,
  Confirmation,
  ContentKind,
  DataFlow,
  DryRun,
  EffectKind,
  Example,
  Exception,
  FailureMode,
  GateField,
  Hints,
  Icon,
  Idempotency,
  Json,
  JsonObject,
  JsonSchema,
  Manifest,
  RefinedField,
  Refinement,
  ResultContent,
  RetryAdvice,
  RiskLevel,
  SideEffect,
  StepUpAuth,
  ToolContract,
  WireNames,
} from "./contract/contract.ts";
export { type ApproverChange, compareApprovers } from "./asks/compare-approvers.ts";
export { approvalTerms, approverLeeway, approverText, mayStand, rulesOf } from "./asks/approval-terms.ts";
export type { ApprovalTerms } from "./asks/approval-terms.ts";
export { askedBy, type AskedBy } from "./asks/asked-by.ts";
export { asksForPhrase, guardAskRules, hostAsks, personAsked, serverAsks } from "./asks/person-asked.ts";
export type { Asked, PersonAsked } from "./asks/person-asked.ts";
export { type PlanParts, planParts } from "./asks/plan-parts.ts";
export { type RankedLines, inReadingOrder } from "./asks/reading-order.ts";
export { type SeenData, sendsTainted } from "./asks/sends-tainted.ts";
export { repetition, timeSpan } from "./asks/repetition.ts";
export { effectiveContract, variantsOf } from "./contract/refinement.ts";
export { camelCase, identifiersOf, upperFirst } from "./text/identifiers.ts";
export { type CompactContract, compactContract, wholeContract } from "./contract/compact-contract.ts";
export { type Failure, type ImpliedFailureCode, impliedFailureCodes } from "./contract/failure.ts";
export { isStepOf, stepGroups } from "./contract/step-groups.ts";
export { stageNames, type StageName } from "./contract/stage-names.ts";
export type { ToolNames } from "./contract/tool-names.ts";
export { effectRows } from "./contract/effect-rows.ts";
export { impliedCodes, impliedFailure } from "./contract/implied-failures.ts";
export type { FailureSources, RetryFacts } from "./contract/implied-failures.ts";
export { contractParts, restHash, restHashText, trustedContractOf } from "./wire/contract-parts.ts";
export type { ContractParts, Sha256 } from "./wire/contract-parts.ts";
export { type ListedTool, listContract, readListedContract } from "./wire/listed-contract.ts";
export type { Progress } from "./wire/progress.ts";
export { type ToolDefinition, planDefinition, toolDefinition } from "./wire/tool-definition.ts";
export { ownKeywords } from "./json-schema/keywords.ts";
export { mapInnerSchemas } from "./json-schema/inner-schemas.ts";
export { wireSchema } from "./json-schema/wire-schema.ts";
export { publicSchema } from "./json-schema/public-schema.ts";
export { hasType } from "./json-schema/has-type.ts";
export { resolvePointer } from "./json-schema/resolve-pointer.ts";
export { typeNameIn } from "./json-schema/type-name-in.ts";
export { isSameJson } from "./text/same-json.ts";
export { printJson } from "./text/print-json.ts";
export { escapeCode } from "./text/escape-code.ts";
export { escapeText, imitationNote, imitationsIn } from "./text/escape-text.ts";
export { type HiddenRun, escapeHidden, hiddenIn } from "./text/hidden-characters.ts";
export { type Content, type Html, html } from "./text/html.ts";
export {
  acceptedNames,
  acceptedPlanNames,
  mcpName,
  planName,
  planSuffix,
  spokenName,
  wireName,
  withoutDots,
} from "./wire/names.ts";
export { wireDescription } from "./wire/wire-description.ts";
export {
  approvalPhrase,
  extensionName,
  interactionKey,
  isOwnMetaKey,
  metaKeys,
  resolveMethod,
  withoutForbidden,
} from "./wire/wire.ts";
export { callSchema, planSchema, wireInputSchema, wireOutputSchema } from "./wire/tool-schemas.ts";
export type { ConfirmationNote, Edit, OutcomeNote, Plan, PlanNotes, ResolutionNote } from "./wire/wire.ts";
