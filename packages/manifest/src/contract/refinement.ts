import type { Refinement, ToolContract } from "./contract.ts";

/**
 * The contract of one call: the tool's own with the fields of a refinement. It keeps the hash of
 * the whole contract, which together with the input identifies the refinement. If the refinement
 * only reads, there is no idempotency, and no dry run is required. An exception holds under the
 * tool's own `confirmation` alone: where a refinement states who is asked, that person is asked.
 */
export function effectiveContract(tool: ToolContract, refinement: Refinement | undefined): ToolContract {
  // Nothing makes a forbidden tool callable.
  if (!refinement || tool.riskLevel === "forbidden") return tool;
  const { when: _when, ...facts } = refinement;
  const { exception: _exception, ...stated } = tool;
  const isAskedAlike = JSON.stringify(facts.confirmation) === JSON.stringify(tool.confirmation);
  const own = isAskedAlike ? tool : stated;
  if (!facts.hints.readOnlyHint) return { ...own, ...facts };
  const { idempotency: _idempotency, dryRun, ...rest } = own;
  return { ...rest, ...facts, ...(dryRun && { dryRun: { ...dryRun, mode: "supported" } }) };
}

/** The contracts that calls of a tool have: its own, and those of its refinements. */
export function variantsOf(tool: ToolContract): readonly ToolContract[] {
  return [tool, ...(tool.refinements ?? []).map((each) => effectiveContract(tool, each))];
}
