import { type Subject, reliedOn } from "../tool/subject.ts";

/**
 * Seed 004: "On 5xx or transient failure, retry tools with idempotentHint: true without escalating." Reads and dry runs change
 * nothing, so they may be repeated as well, and a tool with `idempotency` recognizes the key that the guard sends with each
 * attempt. A tool that differs from its contract is not repeated, nor one without a contract unless the host trusts its server.
 */
export function retryIdempotent(tool: Subject, dryRun: boolean): boolean {
  if (!("kind" in tool))
    return dryRun || tool.hints.readOnlyHint || tool.hints.idempotentHint || tool.idempotency !== undefined;
  return reliedOn(tool)?.hints.idempotentHint ?? false;
}
