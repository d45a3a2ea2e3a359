import { type GuardPolicy, askWhen } from "./policy.ts";

/**
 * Seed 000: "Apply stronger confirmation or review flows before invoking agentic tools." Asks before every agentic tool, even
 * harmless ones. Off by default: `strictest(decide, superviseAgents)`.
 */
export const superviseAgents: GuardPolicy = askWhen(["agentic", (tool) => tool.hints.agencyHint === true]);
