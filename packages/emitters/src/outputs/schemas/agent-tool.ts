import {
  type JsonObject,
  type Refinement,
  type ToolContract,
  type WireNames,
  wireDescription,
  wireInputSchema,
  wireName,
  wireOutputSchema,
} from "@proviso/manifest";

/** An MCP tool definition, with the facts that an agent's host needs to decide about a call. */
export function agentTool(tool: ToolContract, wireNames: WireNames): JsonObject {
  const outputSchema = wireOutputSchema(tool);
  return {
    name: wireName(tool, wireNames),
    title: tool.title,
    description: wireDescription(tool),
    inputSchema: wireInputSchema(tool),
    ...(outputSchema ? { outputSchema } : {}),
    ...(tool.result ? { result: { ...tool.result } } : {}),
    annotations: { ...tool.hints },
    riskLevel: tool.riskLevel,
    confirmation: tool.confirmation,
    ...(tool.refinements ? { refinements: tool.refinements.map(agentRefinement) } : {}),
    ...(tool.dryRun ? { dryRun: tool.dryRun.mode } : {}),
    failureModes: tool.failureModes.map((mode) => ({ code: mode.code, retry: mode.retry })),
    contractHash: tool.hash,
  };
}

/** The facts that hold instead if the refinement's condition is true. */
function agentRefinement({ when, hints, riskLevel, confirmation }: Refinement): JsonObject {
  return { when, annotations: { ...hints }, riskLevel, confirmation };
}
