import type { GuardPolicy } from "./policy.ts";

/**
 * Refuses every tool without a contract of this client. Off unless a host switches it on:
 * `strictest(decide, refuseUnlisted)`.
 */
export const refuseUnlisted: GuardPolicy = (tool) =>
  "kind" in tool && tool.pinned === undefined
    ? { kind: "refuse", reasons: [tool.why] }
    : { kind: "run", reasons: [] };
