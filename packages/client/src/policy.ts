import type { ToolContract } from "@proviso/manifest";
import type { SessionFacts } from "./session.ts";

export type Environment = "live" | "test";

/**
 * Nothing that can be relied on is known of a tool: it has no pinned contract, or it is not as it is known; `loosened`
 * means that nobody has acknowledged that less is asked for it now.
 */
export interface Unclassified {
  readonly kind: "unclassified";
  readonly why: "unpinned" | "drifted" | "loosened";
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
  drifted: "The server shows this tool otherwise than this client knows it.",
  loosened: "The server has loosened what it says of this tool; nobody has acknowledged that yet.",
  confirmation: "Its contract wants a person's confirmation.",
  not_autonomous: "Its contract does not let an agent run it alone.",
  risk: "Its risk is high or critical.",
  destructive: "It changes something that cannot be undone.",
  agency: "It acts on its own in several steps, and can destroy.",
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

/** Decides from the contract, never from the name. Pure: the same arguments, the same decision. */
export type Policy = (
  tool: ToolContract | Unclassified,
  call: CallFacts,
  session: SessionFacts,
  env: Environment,
) => Decision;

/** A reason to ask, and when it applies. */
export type AskRule = readonly [
  Reason,
  (tool: ToolContract, session: SessionFacts, env: Environment) => boolean,
];

/** A policy that asks for every reason that applies, and for every tool of which nothing reliable is known. */
export function askWhen(...rules: readonly AskRule[]): Policy {
  return (tool, call, session, env) => {
    const settled = settle(tool, call);
    if (settled) return settled;
    if ("kind" in tool) return { kind: "ask", reasons: [tool.why] };
    const why = rules.filter(([, applies]) => applies(tool, session, env)).map(([reason]) => reason);
    return { kind: why.length > 0 ? "ask" : "run", reasons: why };
  };
}

/** What no policy may decide otherwise; the guard asks this first, whatever its policy. */
export function settle(tool: ToolContract | Unclassified, call: CallFacts): Decision | undefined {
  if (call.unmetRequirements.length > 0) return { kind: "refuse", reasons: ["requirement_unmet"] };
  if ("kind" in tool) return tool.why === "loosened" ? { kind: "refuse", reasons: ["loosened"] } : undefined;
  if (tool.riskLevel === "forbidden") return { kind: "refuse", reasons: ["forbidden"] };
  return call.dryRun && tool.dryRun ? { kind: "run", reasons: [] } : undefined;
}

const strictness = { run: 0, ask: 1, refuse: 2 } as const satisfies Record<Decision["kind"], number>;

/** Several policies as one: the strictest decides, and gives the reasons of all that decide as it does. */
export function strictest(first: Policy, ...others: readonly Policy[]): Policy {
  return (...facts) => {
    const decisions = [first, ...others].map((policy) => policy(...facts));
    const kind = decisions.reduce<Decision["kind"]>(
      (worst, decision) => (strictness[decision.kind] > strictness[worst] ? decision.kind : worst),
      "run",
    );
    const same = decisions.filter((decision) => decision.kind === kind);
    return { kind, reasons: [...new Set(same.flatMap((decision) => decision.reasons))] };
  };
}

/** A reason as a sentence for a person. With the session, taint is explained by the tools that caused it. */
export function explainReason(reason: Reason, session?: SessionFacts): string {
  if (reason === "sends_out" && session) return explainTaint(session);
  return isOwn(reason) ? reason.slice("own:".length) : reasons[reason];
}

function explainTaint({ untrustedFrom, privateFrom }: SessionFacts): string {
  const secrets =
    privateFrom.length > 0 ? `${nameAll(privateFrom)} returned private data` : "this tool reads private data";
  return `It sends data out: ${nameAll(untrustedFrom)} returned content that a stranger may have written, and ${secrets}.`;
}

function nameAll(tools: readonly string[]): string {
  return tools.map((tool) => `\`${tool}\``).join(", ");
}

function isOwn(reason: Reason): reason is `own:${string}` {
  return reason.startsWith("own:");
}
