import { approvalNeedsInbox } from "./approval-needs-inbox.ts";
import { compensateCannotUndo } from "./compensate-cannot-undo.ts";
import { compensateNotRepeatable } from "./compensate-not-repeatable.ts";
import { compensateWithoutEffects } from "./compensate-without-effects.ts";
import { confirmLikeArgument } from "./confirm-like-argument.ts";
import { constantCondition } from "./constant-condition.ts";
import { contradictingAnnotation } from "./contradicting-annotation.ts";
import { contradictingMetadata } from "./contradicting-metadata.ts";
import { editCannotNarrow } from "./edit-cannot-narrow.ts";
import { invalidCondition } from "./invalid-condition.ts";
import { invalidExample } from "./invalid-example.ts";
import { reservedMeta } from "./reserved-meta.ts";
import { invalidBudget } from "./invalid-budget.ts";
import { invalidException } from "./invalid-exception.ts";
import { invalidSummary } from "./invalid-summary.ts";
import { unsafePattern } from "./unsafe-pattern.ts";
import { bulkWithoutDryRun } from "./bulk-without-dry-run.ts";
import { deprecatedWithoutSuccessor } from "./deprecated-without-successor.ts";
import { destructiveWithoutIdempotency } from "./destructive-without-idempotency.ts";
import { forcingArgument } from "./forcing-argument.ts";
import { hiddenCharacter } from "./hidden-character.ts";
import { instructionToModel } from "./instruction-to-model.ts";
import { keyedIdempotencyWithoutOnRepeat } from "./keyed-idempotency-without-on-repeat.ts";
import { lethalTrifecta } from "./lethal-trifecta.ts";
import { longDescription } from "./long-description.ts";
import { missingExample } from "./missing-example.ts";
import { missingOwner } from "./missing-owner.ts";
import { missingTitle } from "./missing-title.ts";
import { moneyWithoutEffect } from "./money-without-effect.ts";
import { namesOtherTool } from "./names-other-tool.ts";
import { openInputSchema } from "./open-input-schema.ts";
import { overContextBudget } from "./over-context-budget.ts";
import { reconcileCannotTell } from "./reconcile-cannot-tell.ts";
import { invalidSteps } from "./invalid-steps.ts";
import { reconcileWithoutEffects } from "./reconcile-without-effects.ts";
import { requirementWithoutNamespace } from "./requirement-without-namespace.ts";
import { secretLikeOutput } from "./secret-like-output.ts";
import { sensitiveIdempotencyKey } from "./sensitive-idempotency-key.ts";
import { shortDescription } from "./short-description.ts";
import { unappliedDefault } from "./unapplied-default.ts";
import { unboundedString } from "./unbounded-string.ts";
import { unclassifiedDataFlow } from "./unclassified-data-flow.ts";
import { unclassifiedEffect } from "./unclassified-effect.ts";
import { unconfirmedTrifecta } from "./unconfirmed-trifecta.ts";
import { unguardedOptional } from "./unguarded-optional.ts";
import { unreachableRefinement } from "./unreachable-refinement.ts";
import { unusedFailureMode } from "./unused-failure-mode.ts";
import { unusedPermission } from "./unused-permission.ts";
import { unusedType } from "./unused-type.ts";
import { autonomyContradictsLevel } from "./autonomy-contradicts-level.ts";
import { belowCriticalWithoutReason } from "./below-critical-without-reason.ts";
import { confirmationContradictsLevel } from "./confirmation-contradicts-level.ts";
import { criticalWithoutStepUp } from "./critical-without-step-up.ts";
import { forbiddenRefinement } from "./forbidden-refinement.ts";
import { lowWithLastingEffect } from "./low-with-lasting-effect.ts";
import { mediumWithExternalEffect } from "./medium-with-external-effect.ts";
import { mediumWithLastingEffect } from "./medium-with-lasting-effect.ts";
import { paysWithoutKey } from "./pays-without-key.ts";
import { refinementExceedsTool } from "./refinement-exceeds-tool.ts";
import { peopleContradictsLevel } from "./people-contradicts-level.ts";
import { stepUpContradictsLevel } from "./step-up-contradicts-level.ts";
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
  peopleContradictsLevel,
  criticalWithoutStepUp,
  invalidException,
  paysWithoutKey,
  refinementExceedsTool,
  forbiddenRefinement,
  contradictingAnnotation,
  contradictingMetadata,
  reservedMeta,
  invalidCondition,
  constantCondition,
  invalidExample,
  invalidSummary,
  invalidBudget,
  confirmLikeArgument,
  approvalNeedsInbox,
  editCannotNarrow,
  reconcileWithoutEffects,
  reconcileCannotTell,
  invalidSteps,
  compensateWithoutEffects,
  compensateCannotUndo,
  compensateNotRepeatable,
  unsafePattern,
  bulkWithoutDryRun,
  unclassifiedEffect,
  moneyWithoutEffect,
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
