import type { ToolContract } from "@proviso/manifest";

/**
 * Seed 004: "On 5xx or transient failure, retry tools with idempotentHint: true without escalating." A read or a dry
 * run changes nothing, so it may be repeated as well.
 */
export function retryIdempotent(contract: ToolContract | undefined, dryRun: boolean): boolean {
  return contract !== undefined && (dryRun || contract.hints.readOnlyHint || contract.hints.idempotentHint);
}
