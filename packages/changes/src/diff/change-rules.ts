import { type Manifest, refinedFields } from "@proviso/manifest";
import type { ChangeRule, ClauseRule, PresenceRule, ProductRule } from "./facts/change-rule.ts";
import { dryRun } from "./rules/dry-run.ts";
import { failureModes } from "./rules/failure-modes.ts";
import { approvers, confirmation, stepUp } from "./rules/gates.ts";
import { hints } from "./rules/hints.ts";
import { idempotency } from "./rules/idempotency.ts";
import { budget, exception, rateLimitRule, timeout } from "./rules/limits.ts";
import { meta, permission, requirement } from "./rules/lists.ts";
import { toolPresence, wireNameRule } from "./rules/names.ts";
import * as plain from "./rules/plain-fields.ts";
import { declaredPermissions, productName, wireNames } from "./rules/product.ts";
import { refinements } from "./rules/refinements.ts";
import { resultContent } from "./rules/result-content.ts";
import { autonomousExecution, dataFlowRule, riskLevel, riskReason } from "./rules/risk.ts";
import { inputSchema, outputSchema, previewSchema } from "./rules/schemas.ts";
import { sideEffects } from "./rules/side-effects.ts";

export const presenceRules: readonly PresenceRule[] = [toolPresence, wireNameRule];

/** In the order of the fields of a contract. */
export const clauseRules: readonly ClauseRule[] = [
  [plain.title, plain.icons, plain.wireRefs, plain.description, plain.summary, plain.category],
  [riskLevel, riskReason, plain.people, autonomousExecution, confirmation, approvers, stepUp],
  [inputSchema, outputSchema, resultContent, permission, sideEffects, plain.auditEventRule, failureModes],
  [hints, requirement, dataFlowRule, plain.metadata, meta, plain.examples, idempotency, plain.reconcile],
  [
    dryRun,
    previewSchema,
    rateLimitRule,
    budget,
    exception,
    timeout,
    plain.owner,
    plain.deprecated,
    refinements,
  ],
].flat();

const rulesOfProduct: Readonly<Record<Exclude<keyof Manifest, "format" | "tools">, ProductRule>> = {
  product: productName,
  wireNames,
  permissions: declaredPermissions,
};
export const productRules: readonly ProductRule[] = Object.values(rulesOfProduct);

/** The rules that also compare a refinement, which has these fields of its own. */
export const refinementRules: readonly ClauseRule[] = clauseRules.filter((rule) =>
  refinedFields.some((field) => fieldsOf(rule).has(field)),
);

/** The fields of a contract that a rule compares, by its examples. */
export function fieldsOf({ examples: shown }: ChangeRule): ReadonlySet<string> {
  return new Set(shown.map(({ path }) => /^[^.[]*/.exec(path)?.[0] ?? ""));
}

/** Every rule. The site's page and the tests derive from this array. */
export const changeRules: readonly ChangeRule[] = [...presenceRules, ...clauseRules, ...productRules];
