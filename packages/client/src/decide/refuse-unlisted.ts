import type { GuardPolicy } from "./policy.ts";

/**
 * Refuses every tool that no contract of this client is about. Off unless a host switches it on:
 * `strictest(decide, refuseUnlisted)`.
 */
export const refuseUnlisted: GuardPolicy = (tool) =>
  "kind" in tool && tool.pinned === undefined
    ? { kind: "refuse", reasons: [tool.why] }
    : { kind: "run", reasons: [] };
