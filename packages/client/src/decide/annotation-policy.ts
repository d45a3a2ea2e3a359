import { type GuardPolicy, askWhen } from "./policy.ts";

const byHints = askWhen(
  ["destructive", (tool) => tool.hints.destructiveHint],
  ["live", (tool, _, env) => env === "live" && !tool.hints.readOnlyHint],
);

/**
 * Seed 004 by hints alone: "Let the agent freely call any tool with readOnlyHint: true"; "Pause and ask for human confirmation
 * before calling any tool with destructiveHint: true. Especially in live mode", where every change asks. For a tool without a
 * contract, these are the server's annotations, so a host that chooses this policy trusts them. Missing hints have MCP's
 * defaults, the worst case. A tool that differs from its known definition always asks.
 */
export const annotationPolicy: GuardPolicy = (tool, ...facts) =>
  byHints(
    "kind" in tool && tool.why === "unpinned" ? { ...tool, claims: { ...tool.claims, trusted: true } } : tool,
    ...facts,
  );
