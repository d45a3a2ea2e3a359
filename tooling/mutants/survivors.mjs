/**
 * Mutants that survive, each with the reason: `[file, code, replacement, reason]`. A survivor that is not here fails the bench. Spaces
 * and line breaks count as one space.
 */
export const survivors = [
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
];
