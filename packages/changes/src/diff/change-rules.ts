import type { Manifest, Refinement, ToolContract } from "@proviso/manifest";
import type { ChangeRule, ClauseRule, PresenceRule, ProductRule } from "./facts/change-rule.ts";
import { approvers } from "./rules/approvers.ts";
import { auditEvent } from "./rules/audit-event.ts";
import { autonomousExecution } from "./rules/autonomous-execution.ts";
import { confirmation } from "./rules/confirmation.ts";
import { dataFlow } from "./rules/data-flow.ts";
import { declaredPermissions } from "./rules/declared-permissions.ts";
import { deprecated } from "./rules/deprecated.ts";
import { dryRun } from "./rules/dry-run.ts";
import { failureModes } from "./rules/failure-modes.ts";
import { hints } from "./rules/hints.ts";
import { idempotency } from "./rules/idempotency.ts";
import { inputSchema } from "./rules/input-schema.ts";
import { meta } from "./rules/meta.ts";
import { outputSchema } from "./rules/output-schema.ts";
import { owner } from "./rules/owner.ts";
import { people } from "./rules/people.ts";
import { permission } from "./rules/permission.ts";
import { previewSchema } from "./rules/preview-schema.ts";
import { productName } from "./rules/product-name.ts";
import { rateLimit } from "./rules/rate-limit.ts";
import { reconcileRule } from "./rules/reconcile.ts";
import { refinements } from "./rules/refinements.ts";
import { requirement } from "./rules/requirement.ts";
import { resultContent } from "./rules/result-content.ts";
import { riskLevel } from "./rules/risk-level.ts";
import { riskReason } from "./rules/risk-reason.ts";
import { sideEffects } from "./rules/side-effects.ts";
import { stepUpRule } from "./rules/step-up.ts";
import { timeout } from "./rules/timeout.ts";
import { toolPresence } from "./rules/tool-presence.ts";
import { wireNameRule } from "./rules/wire-name.ts";
import { wireNames } from "./rules/wire-names.ts";
import { category, description, examples, icons, metadata, title } from "./rules/words.ts";

/** Which rules compare a field. Without a row for a new field, this does not compile. */
export const rulesOfFields: Readonly<Record<keyof ToolContract, readonly (ClauseRule | PresenceRule)[]>> = {
  name: [toolPresence],
  // Part of the name.
  domain: [toolPresence],
  wireName: [wireNameRule],
  title: [title],
  icons: [icons],
  description: [description],
  category: [category],
  riskLevel: [riskLevel],
  riskReason: [riskReason],
  people: [people],
  autonomousExecution: [autonomousExecution],
  confirmation: [confirmation, approvers],
  stepUpAuth: [stepUpRule],
  inputSchema: [inputSchema],
  outputSchema: [outputSchema],
  result: [resultContent],
  permissions: [permission],
  sideEffects: [sideEffects],
  auditEvent: [auditEvent],
  failureModes: [failureModes],
  hints: [hints],
  requirements: [requirement],
  dataFlow: [dataFlow],
  metadata: [metadata],
  meta: [meta],
  examples: [examples],
  idempotency: [idempotency],
  reconcile: [reconcileRule],
  dryRun: [dryRun, previewSchema],
  rateLimit: [rateLimit],
  timeoutMs: [timeout],
  owner: [owner],
  deprecated: [deprecated],
  refinements: [refinements],
  // Follows from all others.
  hash: [],
};

/** Which rules compare a field of a refinement; `when` is compared with the list of refinements. */
const rulesOfRefinements: Readonly<Record<Exclude<keyof Refinement, "when">, readonly ClauseRule[]>> = {
  riskLevel: [riskLevel],
  riskReason: [riskReason],
  autonomousExecution: [autonomousExecution],
  confirmation: [confirmation, approvers],
  stepUpAuth: [stepUpRule],
  sideEffects: [sideEffects],
  hints: [hints],
  dataFlow: [dataFlow],
};

const rulesOfProduct: Readonly<Record<Exclude<keyof Manifest, "format" | "tools">, ProductRule>> = {
  product: productName,
  wireNames,
  permissions: declaredPermissions,
};

const rulesOfTools = [...new Set(Object.values(rulesOfFields).flat())];

export const clauseRules: readonly ClauseRule[] = rulesOfTools.filter((rule) => rule.scope === "clause");
export const presenceRules: readonly PresenceRule[] = rulesOfTools.filter((rule) => rule.scope === "tool");
export const refinementRules: readonly ClauseRule[] = Object.values(rulesOfRefinements).flat();
export const productRules: readonly ProductRule[] = Object.values(rulesOfProduct);

/** Every rule. The site's page and the tests derive from this array. */
export const changeRules: readonly ChangeRule[] = [...presenceRules, ...clauseRules, ...productRules];
