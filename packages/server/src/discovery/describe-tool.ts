import type { JsonObject, ToolContract } from "@proviso/manifest";

/** The fields of a contract that say what a call does, what it needs and how it can fail. */
const told =
  "riskLevel sideEffects permissions autonomousExecution confirmation stepUpAuth failureModes idempotency refinements requirements dataFlow rateLimit budget timeoutMs examples deprecated".split(
    " ",
  ) as readonly (keyof ToolContract)[];

/**
 * A tool as a model reads it before a call: its definition exactly as `tools/list` has it, that of its plan, and the fields of the
 * contract in their long form.
 */
export function describeTool(tool: ToolContract, definitions: readonly object[]): JsonObject {
  const [definition = {}, plan] = definitions as readonly JsonObject[];
  const facts = told.flatMap((field) => (tool[field] === undefined ? [] : [[field, tool[field]] as const]));
  // The preview of a dry run is the result of the plan.
  const dryRun = tool.dryRun && { dryRun: tool.dryRun.mode };
  return { tool: definition, ...(plan && { plan }), contract: { ...Object.fromEntries(facts), ...dryRun } };
}
