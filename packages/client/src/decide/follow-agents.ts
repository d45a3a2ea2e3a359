import type { Subject } from "../tool/subject.ts";

/**
 * Seed 000: "Provide richer UX (progress UI, streaming logs, or 'activity feeds')" for what runs in many steps. Clients
 * "must not assume that a missing agencyHint implies anything", so a tool that says nothing is shown as usual. To be shown
 * in full is no privilege: a server's word is enough for it.
 */
export function followAgents(tool: Subject): boolean {
  const { hints } = "kind" in tool ? (tool.pinned ?? tool.claims) : tool;
  return hints.agencyHint === true;
}
