import { type GuardPolicy, askWhen } from "./policy.ts";

/**
 * Seed 000: "agencyHint: true + destructiveHint: true → candidate for stricter human-in-the-loop
 * controls"; with readOnlyHint "lower risk", which runs. Combine it with `strictest`.
 */
export const agencyPolicy: GuardPolicy = askWhen([
  "agency",
  (tool) => tool.hints.agencyHint === true && tool.hints.destructiveHint,
]);
