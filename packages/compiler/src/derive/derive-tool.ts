import type {
  ApprovalRules,
  Budget,
  Confirmation,
  DataFlow,
  Idempotency,
  Refinement,
  SideEffect,
  StepUpAuth,
  ToolContract,
} from "@proviso/manifest";
import type {
  BudgetFields,
  IdempotencyFields,
  ToolFields,
  WrittenConfirmation,
  WrittenStepUp,
} from "../decode/document.ts";
import { type Plain, plainFields, plainOf } from "../decode/plain.ts";
import type { ToolModel } from "./model.ts";
import type { ResolvedTool } from "../resolve/resolve-tool.ts";
import { contractHash } from "./contract-hash.ts";
import { deriveHints } from "./derive-hints.ts";
import { impliedFailures } from "./implied-failures.ts";
import { isBulk } from "./is-bulk.ts";
import { riskModel } from "./risk-model.ts";
import { deriveEffect } from "./side-effects.ts";

const defaultTimeoutMs = 30_000;
const defaultTtlMs = 86_400_000;
const millisecondsPer = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/**
 * Fills in what a contract leaves to the risk model and derives what follows from it. `refinements` are derived the same
 * way, from the variants of the tool.
 */
export function deriveTool(tool: ResolvedTool, refinements: readonly Refinement[] = []): ToolModel {
  const worst = deriveContract(tool);
  const contract = refinements.length > 0 ? { ...worst, refinements } : worst;
  return {
    ...contract,
    hash: contractHash(contract),
    spans: { name: tool.nameSpan, fields: tool.document.keys, inputProperties: tool.inputProperties },
    isBulk: isBulk(tool.verb, tool.inputSchema, contract.sideEffects.length > 0),
  };
}

function deriveContract(tool: ResolvedTool): Omit<ToolContract, "hash"> {
  // Resolved tools are whole: every required field is there.
  const fields = tool.document.fields as ToolFields;
  const riskLevel = fields.riskLevel.value;
  const sideEffects = fields.sideEffects.map((effect) => deriveEffect(effect.value));
  const dataFlow = deriveDataFlow(fields, sideEffects);
  const agency = fields.agency?.value ?? fields.annotations?.fields.agencyHint?.value;
  const optional = optionalParts(fields, tool);
  const guards = {
    riskLevel,
    ...(fields.riskReason && { riskReason: fields.riskReason.value }),
    ...(fields.people && { people: fields.people.value }),
    ...deriveConsent(fields),
    stepUpAuth: toStepUp(fields.stepUpAuth?.value ?? { kind: "never" }),
    requirements: (fields.execution?.fields.requirements ?? []).map((each) => each.value),
  };
  const implied = impliedFailures({ ...guards, sideEffects, ...optional }, tool.listedImplied);
  return {
    name: tool.name,
    domain: tool.domain,
    ...(fields.wireName && { wireName: fields.wireName.value }),
    ...(fields.wireRefs && { wireRefs: fields.wireRefs.value }),
    title: fields.title?.value ?? titleOf(tool.verb),
    ...(fields.icons && { icons: fields.icons.map(plainFields) }),
    description: fields.description.value,
    ...(fields.summary && { summary: fields.summary.value }),
    category: fields.category.value,
    ...guards,
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema && { outputSchema: tool.outputSchema }),
    ...(fields.result && { result: fields.result.value }),
    permissions: fields.permissions.map((each) => each.value),
    sideEffects,
    auditEvent: fields.auditEvent?.value ?? tool.name,
    failureModes: [...tool.failures.map((failure) => ({ ...failure, implied: false })), ...implied],
    hints: deriveHints({
      sideEffects,
      dataFlow,
      saysUntrusted: fields.dataFlow?.fields.returnsUntrusted !== undefined,
      agency,
      isKeyed: (fields.idempotency?.fields.key?.length ?? 0) > 0,
      stated: fields.annotations ? plainFields(fields.annotations) : {},
    }),
    dataFlow,
    metadata: fields.metadata?.value ?? {},
    ...(fields._meta && { meta: fields._meta.value }),
    examples: (fields.examples ?? []).map(plainFields),
    timeoutMs: fields.timeout?.value ?? defaultTimeoutMs,
    ...optional,
  };
}

/**
 * If only one of the two is stated, the other follows from it; if none is, both follow from the level. A person who calls a
 * forbidden tool confirms it where they call, because no approval for it may wait where an agent could ask for it.
 */
function deriveConsent({
  riskLevel,
  people,
  autonomousExecution,
  confirmation,
}: ToolFields): Pick<ToolContract, "autonomousExecution" | "confirmation"> {
  if (people) return { autonomousExecution: false, confirmation: { kind: "always", by: "here" } };
  const level = riskModel[riskLevel.value];
  const isAlone = autonomousExecution?.value ?? level.autonomousExecution;
  const confirmed = confirmation?.value ?? { kind: isAlone ? level.confirmation : "always" };
  return {
    autonomousExecution: isAlone && (autonomousExecution !== undefined || confirmed.kind !== "always"),
    confirmation: toConfirmation(confirmed),
  };
}

/** Resolved tools are whole: what a field needs is there. */
function optionalParts(fields: ToolFields, tool: ResolvedTool): Partial<ToolContract> {
  const { mode } = fields.dryRun?.fields ?? {};
  const { limit, per } = fields.rateLimit?.fields ?? {};
  const exception = fields.exception && plainFields(fields.exception);
  return {
    ...(fields.idempotency && { idempotency: toIdempotency(plainFields(fields.idempotency)) }),
    ...(fields.reconcile && { reconcile: fields.reconcile.value }),
    ...(fields.steps && { steps: fields.steps.map(plainFields) }),
    ...(mode && tool.preview && { dryRun: { mode: mode.value, preview: tool.preview } }),
    ...(limit && per && { rateLimit: { limit: limit.value, perMs: millisecondsPer[per.value] } }),
    ...(fields.budget && { budget: toBudget(plainFields(fields.budget)) }),
    ...(exception && { exception: { ...exception, budget: toBudget(exception.budget) } }),
    ...(fields.owner && { owner: fields.owner.value }),
    ...(fields.deprecated && { deprecated: plainFields(fields.deprecated) }),
  };
}

function toBudget({ every, ...budget }: Plain<BudgetFields>): Budget {
  return { ...budget, everyMs: every };
}

function toIdempotency({ key = [], ttl = defaultTtlMs, ...rest }: Plain<IdempotencyFields>): Idempotency {
  return { key, ttlMs: ttl, ...rest };
}

/** If a fact is not stated, the dangerous value is assumed. */
function deriveDataFlow({ dataFlow }: ToolFields, sideEffects: readonly SideEffect[]): DataFlow {
  return {
    readsPrivate: dataFlow?.fields.readsPrivate?.value ?? true,
    returnsUntrusted: dataFlow?.fields.returnsUntrusted?.value ?? true,
    sendsOut: sideEffects.some((effect) => effect.external),
  };
}

function toConfirmation({ kind, ...written }: WrittenConfirmation): Confirmation {
  if (kind === "never") return { kind };
  const { edit, from, together, ...rules } = plainOf(written) as ApprovalRules;
  const narrowed = edit && { edit: edit.toSorted() };
  return {
    kind,
    ...rules,
    ...narrowed,
    ...(from && { from }),
    ...(together && { together }),
  } as Confirmation;
}

function toStepUp(written: WrittenStepUp): StepUpAuth {
  return written.kind === "when" ? { ...written, condition: written.condition.text } : written;
}

/** `send_external` is `Send external`. */
function titleOf(verb: string): string {
  const words = verb.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
