import { auditSurvivors } from "./audit-survivors.mjs";
import { guardSurvivors } from "./guard-survivors.mjs";

/**
 * Mutants that survive, each with the reason: `[file, code, replacement, reason]`. A survivor that is not here fails the bench. Spaces
 * and line breaks count as one space.
 */
export const survivors = [
  ...auditSurvivors,
  ...guardSurvivors,
  [
    "authorize/authorize.ts",
    "{ return false; }",
    "{}",
    "the same: what is undefined is not exactly true, so the requirement is unmet",
  ],
  [
    "authorize/authorize.ts",
    "requirements.length === 0",
    "false",
    "the same: of no requirements none is unmet; this only saves work",
  ],
  [
    "authorize/authorize.ts",
    "policies.length === 0 && requirements.length === 0",
    "false",
    "the same: no policy denies; this only saves work",
  ],
  [
    "decide/policy.ts",
    '"kind"',
    '""',
    "the same in the line about dry runs: a tool without a contract has no dry run; the other lines are killed",
  ],
  [
    "decide/policy.ts",
    "decisionStrictness[decision.kind] > decisionStrictness[worst]",
    "decisionStrictness[decision.kind] >= decisionStrictness[worst]",
    "the same: equal strictness is the same kind",
  ],
  [
    "decide/refine.ts",
    '"kind" in subject || !subject.refinements',
    "false",
    "the same result: without refinements none is chosen; this only saves loading CEL",
  ],
  [
    "decide/refine.ts",
    '"kind" in subject || !subject.refinements',
    '"kind" in subject && !subject.refinements',
    "the same result: without refinements none is chosen; this only saves loading CEL",
  ],
  [
    "decide/refine.ts",
    '"kind"',
    '""',
    "the same: a tool that differs from its contract has no `refinements`",
  ],
  [
    "decide/refine.ts",
    "choose?.(input)",
    "choose(input)",
    "differs only if CEL cannot be loaded, which would need a mock of our own module",
  ],
  [
    "decide/refine.ts",
    "position === undefined",
    "false",
    "the same: no refinement leaves the contract as it is",
  ],
  ["decide/refine.ts", "known", "false", "the same result: a cache"],
  ["decide/refine.ts", "refinementChoosers.set(contract, made);", ";", "the same result: a cache"],
  [
    "validate/validate-edited.ts",
    "runtime.inbox && mayBeEdited(call.tool.contract)",
    "runtime.inbox || mayBeEdited(call.tool.contract)",
    "the same result: without terms about edits there is no narrowed approval to find; this only saves a look into the store",
  ],
  [
    "validate/validate-edited.ts",
    'each.kind !== "never" && (each.edit ?? []).length > 0',
    "true",
    "the same result: without terms about edits there is no narrowed approval to find; this only saves a look into the store",
  ],
  [
    "validate/validate-edited.ts",
    'each.kind !== "never" && (each.edit ?? []).length > 0',
    'each.kind !== "never" || (each.edit ?? []).length > 0',
    "the same result: without terms about edits there is no narrowed approval to find; this only saves a look into the store",
  ],
  [
    "validate/validate-edited.ts",
    'each.kind !== "never"',
    "true",
    "the same result: without terms about edits there is no narrowed approval to find; this only saves a look into the store",
  ],
  [
    "validate/validate-edited.ts",
    '"never"',
    '""',
    "the same result: without terms about edits there is no narrowed approval to find; this only saves a look into the store",
  ],
  [
    "validate/validate-edited.ts",
    "(each.edit ?? []).length > 0",
    "true",
    "the same result: without terms about edits there is no narrowed approval to find; this only saves a look into the store",
  ],
  [
    "validate/validate-edited.ts",
    "(each.edit ?? []).length > 0",
    "(each.edit ?? []).length >= 0",
    "the same result: without terms about edits there is no narrowed approval to find; this only saves a look into the store",
  ],
  [
    "validate/validate-edited.ts",
    "[]",
    '["Stryker was here"]',
    "the same result: without terms about edits there is no narrowed approval to find; this only saves a look into the store",
  ],
  [
    "refine/refine.ts",
    "refinementPosition === undefined",
    "false",
    "the same: there is no position without refinements, and a position always has its tool",
  ],
  [
    "refine/refine.ts",
    "refinementPosition === undefined || tool === undefined",
    "refinementPosition === undefined && tool === undefined",
    "the same: there is no position without refinements, and a position always has its tool",
  ],
  [
    "refine/refine.ts",
    "tool === undefined",
    "false",
    "the same: there is no position without refinements, and a position always has its tool",
  ],
  [
    "refine/refine.ts",
    "call.tool.refined?.tools",
    "call.tool.refined.tools",
    "the same: there is no position without refinements, and a position always has its tool",
  ],
  [
    "limit/limit.ts",
    '"rate"',
    '""',
    "the same as long as no other key begins alike; the prefix is for people who look into a store",
  ],
  [
    "limit/limit.ts",
    "call.dryRun",
    "false",
    "the same: the counting step would be added, and a dry run never comes to it",
  ],
  [
    "step-up/step-up.ts",
    'stepUpAuth.kind === "never"',
    "false",
    "the same: such a contract wants no log-in either (`logInOf`)",
  ],
  ["step-up/step-up.ts", '"never"', '""', "the same: such a contract wants no log-in either (`logInOf`)"],
  [
    "step-up/step-up.ts",
    'stepUpAuth.kind === "when" && stepUpWhen',
    "true",
    "the same: only a contract with a condition has one, and what cannot be evaluated holds",
  ],
  [
    "step-up/step-up.ts",
    'stepUpAuth.kind === "when" && stepUpWhen',
    'stepUpAuth.kind === "when" || stepUpWhen',
    "the same: only a contract with a condition has one, and what cannot be evaluated holds",
  ],
  [
    "step-up/step-up.ts",
    'stepUpAuth.kind === "when"',
    "true",
    "the same: only a contract with a condition has one, and what cannot be evaluated holds",
  ],
  [
    "plan/plan.ts",
    '"receipt"',
    '""',
    "the same as long as no other key begins alike; the prefix is for people who look into a store",
  ],
  [
    "plan/plan.ts",
    "call.tool.handler.plan?.(copyForHost(call.input), given)",
    "call.tool.handler.plan(copyForHost(call.input), given)",
    "the same: a server does not start without the plan of a tool that has a dry run",
  ],
  [
    "plan/plan.ts",
    "handlerPlan",
    "true",
    "the same outcome: what is no plan is refused a line later, by an exception",
  ],
  ["plan/plan.ts", "!planResult", "false", "the same outcome: what is no object is refused by an exception"],
  [
    "plan/plan.ts",
    "[]",
    '["Stryker was here"]',
    "in both places the list is not read: a dry run reads no receipts, and a refusal of another kind makes no warning",
  ],
  ["plan/plan.ts", '""', '"Stryker was here!"', "the default is never used: there is at least one state key"],
];
