import type { Refinement, ToolContract } from "./contract.ts";

/**
 * The contract of one call: the tool's own, or the tool's with what a refinement says instead. It keeps the hash of the
 * whole, which with the input says which refinement applies. Where nothing changes, nothing is to be remembered for a
 * repetition, and no dry run has to come first.
 */
export function effectiveContract(tool: ToolContract, refinement: Refinement | undefined): ToolContract {
  if (!refinement) return tool;
  const { when: _when, ...facts } = refinement;
  if (!facts.hints.readOnlyHint) return { ...tool, ...facts };
  const { idempotency: _idempotency, dryRun, ...rest } = tool;
  return { ...rest, ...facts, ...(dryRun && { dryRun: { ...dryRun, mode: "supported" } }) };
}
