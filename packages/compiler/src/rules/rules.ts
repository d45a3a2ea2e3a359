import { approvalNeedsInbox } from "./contract/approval-needs-inbox.ts";
import { confirmLikeArgument } from "./contract/confirm-like-argument.ts";
import { constantCondition } from "./contract/constant-condition.ts";
import { contradictingAnnotation } from "./contract/contradicting-annotation.ts";
import { contradictingMetadata } from "./contract/contradicting-metadata.ts";
import { invalidCondition } from "./contract/invalid-condition.ts";
import { invalidExample } from "./contract/invalid-example.ts";
import { reservedMeta } from "./contract/reserved-meta.ts";
import { unsafePattern } from "./contract/unsafe-pattern.ts";
import { bulkWithoutDryRun } from "./lint/bulk-without-dry-run.ts";
import { deprecatedWithoutSuccessor } from "./lint/deprecated-without-successor.ts";
import { destructiveWithoutIdempotency } from "./lint/destructive-without-idempotency.ts";
import { forcingArgument } from "./lint/forcing-argument.ts";
import { hiddenCharacter } from "./lint/hidden-character.ts";
import { instructionToModel } from "./lint/instruction-to-model.ts";
import { keyedIdempotencyWithoutOnRepeat } from "./lint/keyed-idempotency-without-on-repeat.ts";
import { lethalTrifecta } from "./lint/lethal-trifecta.ts";
import { longDescription } from "./lint/long-description.ts";
import { missingExample } from "./lint/missing-example.ts";
import { missingOwner } from "./lint/missing-owner.ts";
import { missingTitle } from "./lint/missing-title.ts";
import { namesOtherTool } from "./lint/names-other-tool.ts";
import { openInputSchema } from "./lint/open-input-schema.ts";
import { overContextBudget } from "./lint/over-context-budget.ts";
import { requirementWithoutNamespace } from "./lint/requirement-without-namespace.ts";
import { secretLikeOutput } from "./lint/secret-like-output.ts";
import { sensitiveIdempotencyKey } from "./lint/sensitive-idempotency-key.ts";
import { shortDescription } from "./lint/short-description.ts";
import { unappliedDefault } from "./lint/unapplied-default.ts";
import { unboundedString } from "./lint/unbounded-string.ts";
import { unclassifiedDataFlow } from "./lint/unclassified-data-flow.ts";
import { unclassifiedEffect } from "./lint/unclassified-effect.ts";
import { unconfirmedTrifecta } from "./lint/unconfirmed-trifecta.ts";
import { unguardedOptional } from "./lint/unguarded-optional.ts";
import { unreachableRefinement } from "./lint/unreachable-refinement.ts";
import { unusedFailureMode } from "./lint/unused-failure-mode.ts";
import { unusedPermission } from "./lint/unused-permission.ts";
import { unusedType } from "./lint/unused-type.ts";
import { autonomyContradictsLevel } from "./risk/autonomy-contradicts-level.ts";
import { belowCriticalWithoutReason } from "./risk/below-critical-without-reason.ts";
import { confirmationContradictsLevel } from "./risk/confirmation-contradicts-level.ts";
import { criticalWithoutStepUp } from "./risk/critical-without-step-up.ts";
import { forbiddenRefinement } from "./risk/forbidden-refinement.ts";
import { lowWithLastingEffect } from "./risk/low-with-lasting-effect.ts";
import { mediumWithExternalEffect } from "./risk/medium-with-external-effect.ts";
import { mediumWithLastingEffect } from "./risk/medium-with-lasting-effect.ts";
import { refinementExceedsTool } from "./risk/refinement-exceeds-tool.ts";
import { stepUpContradictsLevel } from "./risk/step-up-contradicts-level.ts";
import type { Rule } from "./facts/rule.ts";

/** Every rule. Documentation, the config's schema and the tests derive from this array. */
export const rules: readonly Rule[] = [
  lowWithLastingEffect,
  mediumWithExternalEffect,
  mediumWithLastingEffect,
  belowCriticalWithoutReason,
  autonomyContradictsLevel,
  confirmationContradictsLevel,
  stepUpContradictsLevel,
  criticalWithoutStepUp,
  refinementExceedsTool,
  forbiddenRefinement,
  contradictingAnnotation,
  contradictingMetadata,
  reservedMeta,
  invalidCondition,
  constantCondition,
  invalidExample,
  confirmLikeArgument,
  approvalNeedsInbox,
  unsafePattern,
  bulkWithoutDryRun,
  unclassifiedEffect,
  unclassifiedDataFlow,
  destructiveWithoutIdempotency,
  openInputSchema,
  forcingArgument,
  unappliedDefault,
  keyedIdempotencyWithoutOnRepeat,
  sensitiveIdempotencyKey,
  unreachableRefinement,
  unguardedOptional,
  requirementWithoutNamespace,
  secretLikeOutput,
  missingTitle,
  missingOwner,
  missingExample,
  shortDescription,
  longDescription,
  hiddenCharacter,
  instructionToModel,
  namesOtherTool,
  unboundedString,
  unusedType,
  unusedPermission,
  unusedFailureMode,
  overContextBudget,
  deprecatedWithoutSuccessor,
  lethalTrifecta,
  unconfirmedTrifecta,
];
