import { refinedFields } from "../contract/contract.ts";
import { auditEvent } from "./audit-event.ts";
import { budget } from "./budget.ts";
import { autonomousExecution } from "./autonomous-execution.ts";
import { category } from "./category.ts";
import { compensate } from "./compensate.ts";
import { confirmation } from "./confirmation.ts";
import { dataFlow } from "./data-flow.ts";
import { deprecated } from "./deprecated.ts";
import { description } from "./description.ts";
import { domain } from "./domain.ts";
import { dryRun } from "./dry-run.ts";
import { examples } from "./examples.ts";
import { exception } from "./exception.ts";
import { failureModes } from "./failure-modes.ts";
import type { ContractField, FieldText } from "./field.ts";
import { hash } from "./hash.ts";
import { hints } from "./hints.ts";
import { icons } from "./icons.ts";
import { idempotency } from "./idempotency.ts";
import { inputSchema } from "./input-schema.ts";
import { meta } from "./meta.ts";
import { metadata } from "./metadata.ts";
import { name } from "./name.ts";
import { outputSchema } from "./output-schema.ts";
import { owner } from "./owner.ts";
import { people } from "./people.ts";
import { permissions } from "./permissions.ts";
import { rateLimit } from "./rate-limit.ts";
import { reconcile } from "./reconcile.ts";
import { refinementsField } from "./refinements.ts";
import { requirements } from "./requirements.ts";
import { result } from "./result.ts";
import { riskLevel } from "./risk-level.ts";
import { riskReason } from "./risk-reason.ts";
import { sideEffects } from "./side-effects.ts";
import { steps } from "./steps.ts";
import { stepUpAuth } from "./step-up-auth.ts";
import { summary } from "./summary.ts";
import { timeoutMs } from "./timeout.ts";
import { title } from "./title.ts";
import { wireName } from "./wire-name.ts";
import { wireRefs } from "./wire-refs.ts";

const plainFields: readonly ContractField[] = [
  [name, domain, wireName, wireRefs, title, icons, description, summary, category],
  [riskLevel, riskReason, people, autonomousExecution, confirmation, stepUpAuth],
  [inputSchema, outputSchema, result, permissions, sideEffects, auditEvent, failureModes],
  [
    hints,
    requirements,
    dataFlow,
    metadata,
    meta,
    examples,
    idempotency,
    reconcile,
    steps,
    compensate,
    dryRun,
  ],
  [rateLimit, budget, exception, timeoutMs, owner, deprecated, hash],
].flat();

const isRefined = ({ name: field }: ContractField): boolean =>
  refinedFields.some((refined) => refined === field);

/** Every field of a contract. The lock's schema, the tables of the language and what editors show derive from this array. */
export const contractFields: readonly ContractField[] = [
  ...plainFields,
  refinementsField(plainFields.filter(isRefined)),
];

/** What fields say of the names in YAML, by name. */
export const fieldTexts: Readonly<Record<string, FieldText>> = Object.fromEntries(
  contractFields.flatMap((field) => {
    const { description: says, enforcedBy, writtenAs = field.name, alsoWritten = {} } = field;
    const others = Object.entries(alsoWritten);
    if (says === undefined || enforcedBy === undefined) return others;
    return [[writtenAs, { ...field, description: says, enforcedBy }], ...others];
  }),
);

/** Finds what a field says by its path in a tool, such as `deprecated`, `successor`. */
export function fieldTextAt(path: readonly string[]): FieldText | undefined {
  let [found, fields]: [FieldText | undefined, typeof fieldTexts] = [undefined, fieldTexts];
  for (const key of path) {
    found = Object.hasOwn(fields, key) ? fields[key] : undefined;
    fields = found?.fields ?? {};
  }
  return found;
}
