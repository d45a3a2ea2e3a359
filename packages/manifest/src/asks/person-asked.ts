import type { Confirmation, ToolContract } from "../contract/contract.ts";
import { allowsEffect } from "../contract/allows-effect.ts";
import { flowOf } from "../contract/questions.ts";
import { variantsOf } from "../contract/refinement.ts";
import { exceptionOf } from "./exception.ts";

/** The facts of a contract that decide whether a person is asked. */
type AskingFacts = Pick<ToolContract, "riskLevel" | "autonomousExecution" | "confirmation" | "hints"> &
  // If a server only claims hints, nothing else is known of effects.
  Partial<Pick<ToolContract, "sideEffects" | "exception">>;

/**
 * When the server asks a person, in its confirm stage. All lines but the last are fixed rules
 * (seeds 000 and 001), even for contracts that our compiler would refuse.
 */
export function serverAsks(contract: AskingFacts): Confirmation["kind"] {
  if (!contract.autonomousExecution) return "always";
  if (contract.riskLevel !== "low" && contract.riskLevel !== "medium") return "always";
  if (contract.hints.agencyHint === true && contract.hints.destructiveHint) return "always";
  if (hasEffectOfHigherLevel(contract)) return "always";
  return contract.confirmation.kind;
}

/**
 * Whether a person has to type a phrase: for critical tools, and for agentic and destructive tools
 * without a required dry run (seed 000 wants stricter control of those at any level).
 */
export function asksForPhrase(contract: Pick<ToolContract, "riskLevel" | "hints" | "dryRun">): boolean {
  if (contract.riskLevel === "critical") return true;
  const { agencyHint, destructiveHint } = contract.hints;
  return agencyHint === true && destructiveHint && contract.dryRun?.mode !== "required";
}

/** Whether it has an effect that the compiler refuses at low and medium. */
function hasEffectOfHigherLevel({ sideEffects = [] }: AskingFacts): boolean {
  return !sideEffects.every((effect) => allowsEffect("medium", effect));
}

function isOpenChange({ riskLevel, hints }: AskingFacts): boolean {
  return riskLevel !== "low" && !hints.readOnlyHint && hints.openWorldHint;
}

type GuardReason = "confirmation" | "not_autonomous" | "risk" | "destructive" | "agency" | "live";
type GuardRule = readonly [GuardReason, (tool: AskingFacts, env: "live" | "test") => boolean];

/**
 * The reasons for which the client's default guard asks a person, except those that depend on the
 * session. Its policy is built from this list.
 */
export const guardAskRules: readonly GuardRule[] = [
  // The server evaluates a `when` condition: it knows the principal, and asks by elicitation.
  ["confirmation", (tool) => tool.confirmation.kind === "always"],
  ["not_autonomous", (tool) => !tool.autonomousExecution],
  // Seed 001: high "must not execute them silently"; critical "always require explicit confirmation".
  [
    "risk",
    (tool) => tool.riskLevel === "high" || tool.riskLevel === "critical" || hasEffectOfHigherLevel(tool),
  ],
  // Seed 004: "Pause and ask for human confirmation before calling any tool with destructiveHint: true."
  ["destructive", (tool) => tool.hints.destructiveHint],
  // Seed 000: both hints together are a "candidate for stricter human-in-the-loop controls".
  ["agency", (tool) => tool.hints.agencyHint === true && tool.hints.destructiveHint],
  // Seed 001: medium tools "may be executed autonomously". In live, the outside is a reason to ask
  // (seed 004). A tool without a contract is judged by `destructiveHint` alone.
  ["live", (tool, env) => env === "live" && tool.sideEffects !== undefined && isOpenChange(tool)],
];

/** Whether a person is asked, over all inputs of a tool. */
export type Asked = "never" | "sometimes" | "always";

export interface PersonAsked {
  /** By the server, with any client. */
  readonly server: Asked;
  /** By the server or the client's default guard, in a test environment. */
  readonly test: Asked;
  /** By the server or the client's default guard, in the live environment. */
  readonly live: Asked;
}

/** Who is asked before a call of a visible tool, including its refinements. */
export function personAsked(tool: ToolContract): PersonAsked {
  const variants = variantsOf(tool);
  const over = (asked: (variant: ToolContract) => Asked): Asked => {
    const answers = new Set(variants.map(asked));
    const [only = "never"] = answers;
    return answers.size === 1 ? only : "sometimes";
  };
  return {
    server: over(askedByServer),
    test: over((variant) => askedBefore(variant, "test")),
    live: over((variant) => askedBefore(variant, "live")),
  };
}

/**
 * Whether an agent's own host (Claude Code, VS Code) should ask before each call. Its permission
 * rules know neither the arguments, nor the environment, nor what the session has seen. So it asks
 * unless the tool only reads, sends nothing out, and is not asked about in the live environment.
 */
export function hostAsks(tool: ToolContract): boolean {
  return !tool.hints.readOnlyHint || flowOf(tool).sendsOut || personAsked(tool).live !== "never";
}

function askedByServer(contract: AskingFacts): Asked {
  if (exceptionOf(contract)) return "sometimes";
  const asks = serverAsks(contract);
  return asks === "when" ? "sometimes" : asks;
}

function askedBefore(contract: AskingFacts, env: "live" | "test"): Asked {
  return guardAskRules.some(([, applies]) => applies(contract, env)) ? "always" : askedByServer(contract);
}
