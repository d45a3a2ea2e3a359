import { type Manifest, refinedFields } from "@proviso/manifest";
import type { ChangeRule, ClauseRule, PresenceRule, ProductRule } from "./facts/change-rule.ts";
import { approvers } from "./rules/approvers.ts";
import { auditEventRule } from "./rules/audit-event-rule.ts";
import { autonomousExecution } from "./rules/autonomous-execution.ts";
import { budget } from "./rules/budget.ts";
import { category } from "./rules/category.ts";
import { compensate } from "./rules/compensate.ts";
import { confirmation } from "./rules/confirmation.ts";
import { dataFlowRule } from "./rules/data-flow-rule.ts";
import { declaredPermissions } from "./rules/declared-permissions.ts";
import { deprecated } from "./rules/deprecated.ts";
import { description } from "./rules/description.ts";
import { dryRun } from "./rules/dry-run.ts";
import { examples } from "./rules/examples.ts";
import { exception } from "./rules/exception.ts";
import { failureModes } from "./rules/failure-modes.ts";
import { hints } from "./rules/hints.ts";
import { icons } from "./rules/icons.ts";
import { idempotency } from "./rules/idempotency.ts";
import { inputSchema } from "./rules/input-schema.ts";
import { meta } from "./rules/meta.ts";
import { metadata } from "./rules/metadata.ts";
import { outputSchema } from "./rules/output-schema.ts";
import { owner } from "./rules/owner.ts";
import { people } from "./rules/people.ts";
import { permission } from "./rules/permission.ts";
import { previewSchema } from "./rules/preview-schema.ts";
import { productName } from "./rules/product-name.ts";
import { rateLimitRule } from "./rules/rate-limit-rule.ts";
import { steps } from "./rules/steps.ts";
import { reconcile } from "./rules/reconcile.ts";
import { refinements } from "./rules/refinements.ts";
import { requirement } from "./rules/requirement.ts";
import { resultContent } from "./rules/result-content.ts";
import { riskLevel } from "./rules/risk-level.ts";
import { riskReason } from "./rules/risk-reason.ts";
import { sideEffects } from "./rules/side-effects.ts";
import { stepUp } from "./rules/step-up.ts";
import { summary } from "./rules/summary.ts";
import { timeout } from "./rules/timeout.ts";
import { title } from "./rules/title.ts";
import { toolPresence } from "./rules/tool-presence.ts";
import { wireNameRule } from "./rules/wire-name-rule.ts";
import { wireNames } from "./rules/wire-names.ts";
import { wireRefs } from "./rules/wire-refs.ts";

export const presenceRules: readonly PresenceRule[] = [toolPresence, wireNameRule];

/** In the order of the fields of a contract. */
export const clauseRules: readonly ClauseRule[] = [
  title,
  icons,
  wireRefs,
  description,
  summary,
  category,
  riskLevel,
  riskReason,
  people,
  autonomousExecution,
  confirmation,
  approvers,
  stepUp,
  inputSchema,
  outputSchema,
  resultContent,
  permission,
  sideEffects,
  auditEventRule,
  failureModes,
  hints,
  requirement,
  dataFlowRule,
  metadata,
  meta,
  examples,
  idempotency,
  reconcile,
  steps,
  compensate,
  dryRun,
  previewSchema,
  rateLimitRule,
  budget,
  exception,
  timeout,
  owner,
  deprecated,
  refinements,
];

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
