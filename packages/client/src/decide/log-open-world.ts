import type { Subject } from "../tool/subject.ts";

/**
 * Seed 004: "Log every openWorldHint: true call separately so you can see when the agent is reaching out to third-party
 * systems." A tool that is not declared closed may reach anywhere; a dry run reaches nowhere.
 */
export function logOpenWorld(tool: Subject, dryRun: boolean): boolean {
  if (!("kind" in tool)) return !dryRun && tool.hints.openWorldHint;
  return tool.claims.hints.openWorldHint !== false || tool.pinned?.hints.openWorldHint === true;
}
