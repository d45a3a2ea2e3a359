import type { Budget, Manifest } from "@proviso/manifest";

/** What is done with a tool that has no contract. */
export const unlistedRules = ["ask", "hide", "refuse"] as const;
export type UnlistedRule = (typeof unlistedRules)[number];

/** Whether a result that does not fit its contract is refused, or passed on with a warning, or all are passed on unchecked. */
export const outputRules = ["refuse", "warn", "pass"] as const;
export type OutputRule = (typeof outputRules)[number];

/**
 * Risk levels from which up only the inbox approves, the default first: below critical, a host that can show a question asks its own
 * user. Whether that user or the host itself answers, the gateway cannot know.
 */
export const inboxLevels = ["critical", "high", "medium", "low"] as const;
export type InboxLevel = (typeof inboxLevels)[number];

/** What the operator says of one upstream. */
export interface UpstreamRules {
  /** The reviewed contracts; they may have none. */
  readonly contracts: Manifest;
  readonly unlisted: UnlistedRule;
  /** Whether tools without a contract that their server calls reads run unasked. */
  readonly trustsHints: boolean;
  readonly outputs: OutputRule;
  /** The entries of `execution.requirements` that are met. */
  readonly meets: readonly string[];
  /** By the names of tools as their server lists them. */
  readonly budgets: Readonly<Record<string, Budget>>;
}

export const defaultRules: UpstreamRules = {
  contracts: { format: 1, product: "", wireNames: "underscore", permissions: {}, tools: [] },
  unlisted: "ask",
  trustsHints: false,
  outputs: "refuse",
  meets: [],
  budgets: {},
};
