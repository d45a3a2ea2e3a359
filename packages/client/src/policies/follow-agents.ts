import type { ToolContract } from "@proviso/manifest";

/**
 * Seed 000: "Provide richer UX (progress UI, streaming logs, or 'activity feeds')" for what runs in many steps. Clients
 * "must not assume that a missing agencyHint implies anything", so a tool without a contract is shown as usual.
 */
export function followAgents(contract: ToolContract | undefined): boolean {
  return contract?.hints.agencyHint === true;
}
