import type { GuardPolicy } from "./policy.ts";
import { askWhen } from "./policy.ts";

/**
 * Seed 004: "Especially in live mode." Asks in the live environment before every change above low risk, also where the contract
 * lets an agent act alone. Off by default: `strictest(decide, confirmLiveChanges)`.
 */
export const confirmLiveChanges: GuardPolicy = askWhen([
  "live",
  (tool, _, env) => env === "live" && !tool.hints.readOnlyHint && tool.riskLevel !== "low",
]);
