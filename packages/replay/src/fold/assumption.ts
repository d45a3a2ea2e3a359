import type { Principal } from "@proviso/server/gate";

/**
 * How a world answers what the trail does not tell: `most` lets a call go as far as it can (the person says yes, the policy allows,
 * the handler completes), `least` stops it. A verdict that is the same in both depends on nothing unknown.
 */
export type Assumption = "most" | "least";

/** What is known of a call beside its records. */
export interface Known {
  readonly principal?: Principal;
  /** Whether policies, requirements and the handler's plan decided about the call then, and so decide the same now. */
  readonly policies: "allow" | "deny" | "unknown";
  readonly requirement: (name: string) => "met" | "unmet" | "unknown";
  readonly plan: "made" | "stale" | "unknown" | { readonly failed: string };
  readonly isVisible: boolean | "unknown";
}
