import type { DataFlow, Hints, JsonObject, RiskLevel, ToolContract } from "@proviso/manifest";
import { type Holds, isDestructiveAgent, isGrave, rulesOf } from "./rules.ts";

/** What decides about a call in the client. */
export interface GuardedCall {
  /** The client's own contract of the tool. */
  readonly contract?: ToolContract;
  /** How the listed tool differs from the known one. */
  readonly differs?: "drifted" | "loosened";
  /** The server's hints, if the host trusts them and the client has no contract. */
  readonly trusted?: Partial<Hints>;
  readonly input: JsonObject;
  readonly dryRun: boolean;
  readonly env: "live" | "test";
  /** What the listed tool requires, and what the host knows of that. */
  readonly requirements: readonly string[];
  readonly known: Readonly<Record<string, "met" | "unmet" | "possible">>;
  readonly budget: Readonly<Partial<Record<RiskLevel | "unclassified", number>>>;
  readonly session: GuardSession;
}

export interface GuardSession {
  readonly untrusted: boolean;
  readonly private: boolean;
  readonly calls: Readonly<Partial<Record<RiskLevel | "unclassified", number>>>;
}

type Rules = Pick<ToolContract, "riskLevel" | "autonomousExecution" | "confirmation" | "hints" | "dataFlow"> &
  Partial<Pick<ToolContract, "sideEffects" | "dryRun">>;
type Facts = GuardedCall & {
  readonly rules: Rules | undefined;
  readonly level: RiskLevel | "unclassified";
  readonly isDry: boolean;
};
type Row = readonly [reason: string, applies: (call: Facts) => boolean];
type RulesRow = readonly [reason: string, applies: (rules: Rules, call: Facts) => boolean];

/** The first row that applies refuses the call. */
const refuses: readonly Row[] = [
  [
    "requirement_unmet",
    ({ requirements: all, known }) => isKnown(all, known) && all.some((each) => known[each] === "unmet"),
  ],
  ["loosened", ({ differs }) => differs === "loosened"],
  ["forbidden", ({ contract }) => contract?.riskLevel === "forbidden"],
  [
    "budget",
    ({ budget, isDry, level, session }) =>
      !isDry && (session.calls[level] ?? 0) >= (budget[level] ?? Infinity),
  ],
];

/** Each row that applies has a person asked. */
const asks: readonly RulesRow[] = [
  ["confirmation", ({ confirmation }) => confirmation.kind === "always"],
  ["not_autonomous", ({ autonomousExecution }) => !autonomousExecution],
  [
    "risk",
    ({ riskLevel, sideEffects = [] }) =>
      riskLevel === "high" || riskLevel === "critical" || sideEffects.some(isGrave),
  ],
  ["destructive", ({ hints }) => hints.destructiveHint],
  ["agency", ({ hints }) => isDestructiveAgent(hints)],
  [
    "live",
    ({ hints, riskLevel, sideEffects }, { env }) =>
      env === "live" &&
      sideEffects !== undefined &&
      !hints.readOnlyHint &&
      hints.openWorldHint &&
      riskLevel !== "low",
  ],
  [
    "sends_out",
    ({ dataFlow }, { session }) =>
      dataFlow.sendsOut && session.untrusted && (session.private || dataFlow.readsPrivate),
  ],
];

/** The reasons in the tables. */
export const guardReasons: readonly string[] = [...refuses, ...asks].map(([reason]) => reason);

/** The guard's decision, from the tables above. */
export function guardModel(
  call: GuardedCall,
  holds: Holds<JsonObject>,
): { kind: "run" | "ask" | "refuse"; reasons: readonly string[] } {
  const facts = factsOf(call, holds);
  const refusal = refuses.find(([, applies]) => applies(facts));
  if (refusal) return { kind: "refuse", reasons: [refusal[0]] };
  if (facts.isDry && !call.differs) return { kind: "run", reasons: [] };
  const { rules } = facts;
  const reasons = [
    ...(call.differs ? [call.differs] : rules ? [] : ["unpinned"]),
    ...(rules ? asks.filter(([, applies]) => applies(rules, facts)).map(([reason]) => reason) : []),
  ];
  return { kind: reasons.length > 0 ? "ask" : "run", reasons };
}

/** What happens after the decision: a dry run shows its plan before a person is asked, or where the contract requires one. */
export function eventsOf(
  call: GuardedCall,
  decision: "run" | "ask" | "refuse",
  person: "yes" | "no" | undefined,
  holds: Holds<JsonObject>,
): readonly ("planned" | "asked" | "called")[] {
  const { isDry, rules } = factsOf(call, holds);
  if (decision === "refuse" || (decision === "ask" && (isDry || person === undefined))) return [];
  if (isDry) return ["planned"];
  const { mode } = { ...rules?.dryRun };
  const plans =
    mode === "required" || (mode !== undefined && decision === "ask") ? (["planned"] as const) : [];
  if (decision === "run") return [...plans, "called"];
  return [...plans, "asked", ...(person === "yes" ? (["called"] as const) : [])];
}

/** What the session has seen once the call, or its dry run, is sent. A tool that is not known to keep its word may have returned anything. */
export function sessionAfter(
  call: GuardedCall,
  event: "planned" | "called",
  holds: Holds<JsonObject>,
): GuardSession {
  const { level, rules } = factsOf(call, holds);
  const anything: DataFlow = { readsPrivate: true, returnsUntrusted: true, sendsOut: true };
  const flow = (!call.differs && rules?.dataFlow) || anything;
  const { calls, ...seen } = call.session;
  return {
    untrusted: seen.untrusted || flow.returnsUntrusted,
    private: seen.private || flow.readsPrivate,
    calls: event === "planned" ? calls : { ...calls, [level]: (calls[level] ?? 0) + 1 },
  };
}

/** Refinements apply only to a tool that is as its contract says; what a server claims can only add to a contract. */
function factsOf(call: GuardedCall, holds: Holds<JsonObject>): Facts {
  const { contract, differs, dryRun, input, trusted } = call;
  const refined = contract && !differs ? rulesOf(contract, input, holds) : contract;
  const rules = refined ?? (trusted && !differs ? claimedRules(trusted) : undefined);
  return {
    ...call,
    rules,
    level: refined?.riskLevel ?? "unclassified",
    isDry: dryRun && contract?.dryRun !== undefined,
  };
}

/** Hints as rules. A missing hint has MCP's default, the worst. */
function claimedRules({ readOnlyHint, destructiveHint, openWorldHint, agencyHint }: Partial<Hints>): Rules {
  const destroys = destructiveHint ?? readOnlyHint !== true;
  const reads = readOnlyHint === true && !destroys;
  const isOpen = openWorldHint !== false;
  return {
    riskLevel: "medium",
    autonomousExecution: true,
    confirmation: { kind: "never" },
    hints: {
      readOnlyHint: reads,
      destructiveHint: destroys,
      idempotentHint: false,
      openWorldHint: isOpen,
      agencyHint: agencyHint === true,
    },
    dataFlow: { readsPrivate: true, returnsUntrusted: isOpen, sendsOut: isOpen && !reads },
  };
}

function isKnown(all: readonly string[], known: GuardedCall["known"]): boolean {
  return all.every((each) => known[each] !== undefined);
}
