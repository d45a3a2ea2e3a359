import type { Policy } from "./policy.ts";
import { askWhen } from "./policy.ts";

/**
 * Seed 000: "Apply stronger confirmation or review flows before invoking agentic tools." Asks before every tool that acts on its
 * own in several steps, the harmless ones too. Off unless a host switches it on: `strictest(decide, superviseAgents)`.
 */
export const superviseAgents: Policy = askWhen(["agentic", (tool) => tool.hints.agencyHint === true]);
