import { type GuardPolicy, askWhen } from "./policy.ts";

/**
 * Seed 004: "Especially in live mode." Asks in live before every change above low risk, even where
 * an agent may act alone. Off by default: `strictest(decide, confirmLiveChanges)`.
 */
export const confirmLiveChanges: GuardPolicy = askWhen([
  "live",
  (tool, _, env) => env === "live" && !tool.hints.readOnlyHint && tool.riskLevel !== "low",
]);
