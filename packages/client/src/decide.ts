import type { ToolContract } from "@proviso/manifest";
import type { Policy } from "./policy.ts";
import { askWhen } from "./policy.ts";
import type { SessionFacts } from "./session.ts";

/** The default policy. Every doubt asks a person; `askWhen` adds what no policy may decide otherwise. */
export const decide: Policy = askWhen(
  // A `when` condition is for the server to evaluate: it knows the principal, and asks by elicitation.
  ["confirmation", (tool) => tool.confirmation.kind === "always"],
  ["not_autonomous", (tool) => !tool.autonomousExecution],
  // Seed 001: high "must not execute them silently"; critical "always require explicit confirmation".
  ["risk", (tool) => tool.riskLevel === "high" || tool.riskLevel === "critical"],
  // Seed 004: "Pause and ask for human confirmation before calling any tool with destructiveHint: true."
  ["destructive", (tool) => tool.hints.destructiveHint],
  // Seed 000: agencyHint and destructiveHint together are a "candidate for stricter human-in-the-loop controls".
  ["agency", (tool) => tool.hints.agencyHint && tool.hints.destructiveHint],
  ["sends_out", (tool, session) => tool.dataFlow.sendsOut && isTainted(tool, session)],
  // Seed 004: "Especially in live mode." Only the low level stays unasked there, which has no lasting effects.
  ["live", (tool, _, env) => env === "live" && !tool.hints.readOnlyHint && tool.riskLevel !== "low"],
);

function isTainted(tool: ToolContract, session: SessionFacts): boolean {
  return session.untrustedFrom.length > 0 && (session.privateFrom.length > 0 || tool.dataFlow.readsPrivate);
}
