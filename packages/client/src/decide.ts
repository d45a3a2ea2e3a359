import type { ToolContract } from "@proviso/manifest";
import type { SessionFacts } from "./session.ts";

export type Environment = "live" | "test";

/** Nothing that can be relied on is known of a tool: it has no pinned contract, or the server's differs from it. */
export interface Unclassified {
  readonly kind: "unclassified";
  readonly why: "unpinned" | "drifted";
}

export interface CallFacts {
  /** True for a dry run, which changes nothing. */
  readonly dryRun: boolean;
  /** From `unmetRequirements`. */
  readonly unmetRequirements: readonly string[];
}

/** Why a person is asked, or a call refused, as a sentence for a person. */
export const reasons = {
  forbidden: "The tool is forbidden for AI.",
  requirement_unmet: "A requirement of the tool is certainly not met.",
  unpinned: "Nothing reliable is known about this tool.",
  drifted: "The server's contract for this tool is not the one this client was built with.",
  confirmation: "Its contract wants a person's confirmation.",
  not_autonomous: "Its contract does not let an agent run it alone.",
  risk: "Its risk is high or critical.",
  destructive: "It changes something that cannot be undone.",
  agency: "It acts on its own in several steps, and can destroy.",
  sends_out: "It sends data out, and this session has seen private data and untrusted content.",
  live: "This is the live environment, and it changes something.",
  server: "The server asks for a person's confirmation.",
} as const;
export type Reason = keyof typeof reasons;

export interface Decision {
  readonly kind: "run" | "ask" | "refuse";
  readonly reasons: readonly Reason[];
}

/** The default policy. Every doubt asks a person. */
export function decide(
  tool: ToolContract | Unclassified,
  call: CallFacts,
  session: SessionFacts,
  env: Environment,
): Decision {
  if (call.unmetRequirements.length > 0) return { kind: "refuse", reasons: ["requirement_unmet"] };
  if ("kind" in tool) return { kind: "ask", reasons: [tool.why] };
  if (tool.riskLevel === "forbidden") return { kind: "refuse", reasons: ["forbidden"] };
  if (call.dryRun && tool.dryRun) return { kind: "run", reasons: [] };
  const why = rules.filter(([, applies]) => applies(tool, session, env)).map(([reason]) => reason);
  return { kind: why.length > 0 ? "ask" : "run", reasons: why };
}

type Rule = readonly [Reason, (tool: ToolContract, session: SessionFacts, env: Environment) => boolean];

const rules: readonly Rule[] = [
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
];

function isTainted(tool: ToolContract, session: SessionFacts): boolean {
  return session.sawUntrusted && (session.readPrivate || tool.dataFlow.readsPrivate);
}
