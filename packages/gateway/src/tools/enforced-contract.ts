import { isObject, resultSchema } from "@proviso/manifest";
import type { FailureMode, JsonObject, JsonSchema, ToolContract } from "@proviso/manifest";
import type { OutputRule, UpstreamRules } from "./gateway-tool.ts";

/** The failure of a call that the upstream answers with an error: the caller gets the upstream's own words. */
export const toolError: FailureMode = {
  code: "tool_error",
  description: "The server answered with an error.",
  retry: "never",
  implied: false,
};

/** The failure of a call that did not reach the upstream, or of a read whose answer did not come back. */
export const upstreamUnavailable: FailureMode = {
  code: "upstream_unavailable",
  description: "The server behind the gateway cannot be reached.",
  retry: "after",
  implied: false,
};

const ownFailures: readonly FailureMode[] = [toolError, upstreamUnavailable];

/**
 * The contract as the stages run it. The handler returns the upstream's whole result, so the output schema describes that. What
 * nobody here can do is left out; the ledger says so. The hash stays that of the contract. `contracts`: of all listed tools, by name.
 */
export function enforcedContract(
  contract: ToolContract,
  { meets, outputs }: Pick<UpstreamRules, "meets" | "outputs">,
  canPlan: boolean,
  contracts: ReadonlyMap<string, ToolContract>,
): ToolContract {
  const { result: _r, outputSchema: _o, steps: _s, dryRun, reconcile, failureModes, ...rest } = contract;
  const requirements = contract.requirements.filter((each) => !meets.includes(each));
  return {
    ...rest,
    requirements,
    failureModes: [
      ...failureModes.filter(({ code }) => !ownFailures.some((own) => own.code === code)),
      ...ownFailures,
    ],
    outputSchema: wholeResultSchema(contract, outputs),
    ...(dryRun && canPlan && { dryRun }),
    ...(reconcile !== undefined && contracts.get(reconcile)?.sideEffects.length === 0 && { reconcile }),
  };
}

/** The schema of a whole MCP result. */
export function wholeResultSchema(contract: ToolContract, outputs: OutputRule): JsonSchema {
  const { outputSchema, reconcile, result } = contract;
  // The outcome of a call that is looked up is the other tool's structured content: without any, nothing was found.
  const required = reconcile === undefined ? [] : ["structuredContent"];
  if (outputs !== "refuse")
    return { type: "object", properties: { content: {}, structuredContent: {} }, required };
  if (result) return { ...withoutClosing(resultSchema(contract)) };
  const { $defs, ...structured } = outputSchema ?? {};
  return {
    type: "object",
    properties: {
      content: {},
      structuredContent: reconcile === undefined ? structured : withoutClosing(structured),
    },
    required: ["structuredContent"],
    ...($defs !== undefined && { $defs }),
  };
}

/** Results have more members than a contract speaks of, such as `_meta`. */
function withoutClosing({ additionalProperties: _closed, ...schema }: JsonObject): JsonSchema {
  return schema;
}

/** How the upstream makes a plan, as `metadata.gateway.dryRun` of a contract names it. */
export type PlanWay = { readonly argument: string } | { readonly tool: string };

/** Undefined if the contract names no way: then the upstream's call with the same arguments would have its effects. */
export function planWayOf({ metadata }: ToolContract): PlanWay | undefined {
  const { gateway } = metadata;
  const way = isObject(gateway) ? gateway["dryRun"] : undefined;
  if (!isObject(way)) return undefined;
  if (typeof way["argument"] === "string") return { argument: way["argument"] };
  return typeof way["tool"] === "string" ? { tool: way["tool"] } : undefined;
}
