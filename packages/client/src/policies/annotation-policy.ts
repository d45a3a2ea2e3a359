import type { Policy } from "../policy.ts";
import { askWhen } from "../policy.ts";

/**
 * Seed 004 by the hints alone: "Let the agent freely call any tool with readOnlyHint: true"; "Pause and ask for human
 * confirmation before calling any tool with destructiveHint: true. Especially in live mode", where every change asks.
 */
export const annotationPolicy: Policy = askWhen(
  ["destructive", (tool) => tool.hints.destructiveHint],
  ["live", (tool, _, env) => env === "live" && !tool.hints.readOnlyHint],
);
