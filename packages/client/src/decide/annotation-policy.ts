import type { Policy } from "./policy.ts";
import { askWhen } from "./policy.ts";

const byHints = askWhen(
  ["destructive", (tool) => tool.hints.destructiveHint],
  ["live", (tool, _, env) => env === "live" && !tool.hints.readOnlyHint],
);

/**
 * Seed 004 by the hints alone: "Let the agent freely call any tool with readOnlyHint: true"; "Pause and ask for human
 * confirmation before calling any tool with destructiveHint: true. Especially in live mode", where every change asks. Of a
 * tool without a contract these are the server's own annotations: a host that chooses this policy believes them. A hint that
 * is not given is the worst (MCP's defaults), and a tool that is not as it is known asks in any case.
 */
export const annotationPolicy: Policy = (tool, ...facts) =>
  byHints(
    "kind" in tool && tool.why === "unpinned" ? { ...tool, claims: { ...tool.claims, trusted: true } } : tool,
    ...facts,
  );
