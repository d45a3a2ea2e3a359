import type { ToolContract } from "@proviso/manifest";

/**
 * Seed 004: "Log every openWorldHint: true call separately so you can see when the agent is reaching out to
 * third-party systems." A tool without a contract may reach anywhere; a dry run reaches nowhere.
 */
export function logOpenWorld(contract: ToolContract | undefined, dryRun: boolean): boolean {
  return !dryRun && contract?.hints.openWorldHint !== false;
}
