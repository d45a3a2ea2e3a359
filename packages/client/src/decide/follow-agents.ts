import type { Subject } from "../tool/subject.ts";

/**
 * Seed 000: "Provide richer UX (progress UI, streaming logs, or 'activity feeds')" for tools that
 * run in many steps. Clients "must not assume that a missing agencyHint implies anything". A
 * server's claim is enough, because being shown in full grants nothing.
 */
export function followAgents(tool: Subject): boolean {
  const { hints } = "kind" in tool ? (tool.pinned ?? tool.claims) : tool;
  return hints.agencyHint === true;
}
