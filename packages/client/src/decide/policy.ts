import type { PolicyFacts } from "../tool/claims.ts";
import { type Subject, factsOf } from "../tool/subject.ts";
import type { SessionFacts } from "./session.ts";

export type Environment = "live" | "test";

export interface CallFacts {
  /** True for a dry run, which changes nothing. */
  readonly dryRun: boolean;
  /** From `unmetRequirements`. */
  readonly unmetRequirements: readonly string[];
}

/** Why a person is asked or a call refused, as sentences for a person. */
export const reasons = {
  forbidden: "The tool is forbidden for AI.",
  requirement_unmet: "A requirement of the tool is certainly not met.",
  unpinned: "Nothing reliable is known about this tool.",
  drifted: "The server's definition of this tool differs from the one that this client knows.",
  loosened: "The tool became less strict, and nobody has acknowledged that yet.",
  confirmation: "It requires a person's confirmation.",
  not_autonomous: "An agent may not run it alone.",
  risk: "Its risk is high or critical.",
  destructive: "It changes something that cannot be undone.",
  not_read_only: "Nothing says that it only reads.",
  agency: "It acts on its own in several steps, and can destroy.",
  agentic: "It acts on its own in several steps.",
  sends_out: "It sends data out, and this session has seen private data and untrusted content.",
  budget: "This session has made all the calls of this risk that it may make.",
  live: "This is the live environment, and it changes something.",
  server: "The server asks for a person's confirmation.",
} as const;

/** A host's own policy gives its own reasons: `own:` and a sentence for a person. */
export type Reason = keyof typeof reasons | `own:${string}`;

export interface Decision {
  readonly kind: "run" | "ask" | "refuse";
  readonly reasons: readonly Reason[];
}

/** Decides from the contract, never from the name. Pure: equal arguments give equal decisions. */
export type GuardPolicy = (
  tool: Subject,
  call: CallFacts,
  session: SessionFacts,
  env: Environment,
) => Decision;

/** A reason to ask, and when it applies. */
export type AskRule = readonly [
  Reason,
  (tool: PolicyFacts, session: SessionFacts, env: Environment) => boolean,
];

/**
 * Makes a policy that asks if a rule applies, or if no contract vouches for the tool. If a tool
 * differs from its contract, the contract's rules still apply.
 */
export function askWhen(...rules: readonly AskRule[]): GuardPolicy {
  return (tool, call, session, env) => {
    const mandatory = mandatoryDecision(tool, call);
    if (mandatory) return mandatory;
    const facts = factsOf(tool);
    const applying = facts
      ? rules.filter(([, applies]) => applies(facts, session, env)).map(([reason]) => reason)
      : [];
    const why = [...unverifiedBecause(tool), ...applying];
    return { kind: why.length > 0 ? "ask" : "run", reasons: why };
  };
}

function unverifiedBecause(tool: Subject): readonly Reason[] {
  if (!("kind" in tool)) return [];
  return tool.why === "unpinned" && tool.claims.trusted ? [] : [tool.why];
}

/** The decision that no policy can change, if there is one. The guard applies it first. */
export function mandatoryDecision(tool: Subject, call: CallFacts): Decision | undefined {
  if (call.unmetRequirements.length > 0) return { kind: "refuse", reasons: ["requirement_unmet"] };
  if ("kind" in tool && tool.why === "loosened") return { kind: "refuse", reasons: ["loosened"] };
  const { riskLevel } = ("kind" in tool ? tool.pinned : tool) ?? {};
  if (riskLevel === "forbidden") return { kind: "refuse", reasons: ["forbidden"] };
  return call.dryRun && "dryRun" in tool ? { kind: "run", reasons: [] } : undefined;
}

/** Combines policies: the strictest decision wins, with the reasons of all that made it. */
export function strictest(first: GuardPolicy, ...others: readonly GuardPolicy[]): GuardPolicy {
  return (...facts) => {
    const decisions = [first, ...others].map((policy) => policy(...facts));
    const has = (kind: Decision["kind"]): boolean => decisions.some((each) => each.kind === kind);
    const asksOrRuns = has("ask") ? "ask" : "run";
    const kind = has("refuse") ? "refuse" : asksOrRuns;
    const same = decisions.filter((decision) => decision.kind === kind);
    return { kind, reasons: [...new Set(same.flatMap((decision) => decision.reasons))] };
  };
}

/** A reason as a sentence. With the session, taint is explained by the tools that caused it. */
export function explainReason(reason: Reason, session?: SessionFacts): string {
  if (reason === "sends_out" && session) return explainTaint(session);
  return isOwnReason(reason) ? reason.slice("own:".length) : reasons[reason];
}

function explainTaint({ untrustedFrom, privateFrom }: SessionFacts): string {
  const secrets =
    privateFrom.length > 0
      ? `${nameAllTools(privateFrom)} returned private data`
      : "this tool reads private data";
  return `It sends data out: ${nameAllTools(untrustedFrom)} returned content that anybody may have written, and ${secrets}.`;
}

function nameAllTools(tools: readonly string[]): string {
  return tools.map((tool) => `\`${tool}\``).join(", ");
}

function isOwnReason(reason: Reason): reason is `own:${string}` {
  return reason.startsWith("own:");
}
