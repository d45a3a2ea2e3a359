export { canonicalJson, orderedCopy } from "./canonical.ts";
export { effectKinds, riskLevels, stepUpMaxAgeMs } from "./contract.ts";
export type {
  Confirmation,
  DataFlow,
  DryRun,
  EffectKind,
  Example,
  FailureMode,
  Hints,
  Idempotency,
  Json,
  JsonObject,
  JsonSchema,
  Manifest,
  Refinement,
  RetryAdvice,
  RiskLevel,
  SideEffect,
  StepUpAuth,
  ToolContract,
  WireNames,
} from "./contract.ts";
export { guardAskRules, personAsked, serverAsks } from "./person-asked.ts";
export type { Asked, PersonAsked } from "./person-asked.ts";
export { effectiveContract } from "./refinement.ts";
export { camelCase, identifiersOf, upperFirst } from "./identifiers.ts";
export { impliedFailureCodes } from "./failure.ts";
export type { Failure, ImpliedFailureCode } from "./failure.ts";
export { publicSchema } from "./public-schema.ts";
export {
  approvalPhrase,
  callSchema,
  extensionName,
  metaKeys,
  planSchema,
  resolveMethod,
  wireInputSchema,
  wireName,
  wireOutputSchema,
  withoutForbidden,
} from "./wire.ts";
export type { ConfirmationNote, OutcomeNote, Plan, ResolutionNote } from "./wire.ts";
