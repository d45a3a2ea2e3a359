import { contractParts, type Json, type JsonObject, type ToolContract } from "@proviso/manifest";

/**
 * A tool as a model reads it before a call: its definition exactly as `tools/list` has it, that of its plan, and all else that the
 * contract says.
 */
export function describeTool(tool: ToolContract, definitions: readonly object[]): JsonObject {
  const [definition = {}, plan] = definitions as readonly JsonObject[];
  const { facts, rest } = contractParts(tool);
  // The preview of a dry run is the result of the plan.
  const dryRun = tool.dryRun && { dryRun: tool.dryRun.mode };
  const all = { ...rest, ...facts, failureModes: tool.failureModes as unknown as Json, ...dryRun };
  const untold = Object.entries(all).filter(([field]) => !Object.hasOwn(definition, field));
  return { tool: definition, ...(plan && { plan }), contract: Object.fromEntries(untold) };
}
