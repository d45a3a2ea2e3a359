import { joinedFlow, riskLevels, rulesOf, type ToolContract } from "@proviso/manifest";
import type { CallSet, CallToApprove, SetCall } from "@proviso/server/extension";
import { runProgram } from "../tools/contracts.ts";

/** A call that waits for a person, with what a set says of it. */
export interface CollectedCall extends CallToApprove {
  readonly inSet: SetCall;
}

/** Collects the calls of a program that a person is to approve as one set. */
export interface Collector {
  readonly calls: readonly CollectedCall[];
  /** False if this call is never approved with others: then a person is asked about it alone. */
  take(call: CollectedCall): boolean;
}

/**
 * A set holds calls that the same people may approve with a plain yes, and no more of them than each of their contracts lets be approved
 * at once (`together`). Calls after that wait for the next set. A set of one call is the question about that call.
 */
export function collector(): Collector {
  const calls: CollectedCall[] = [];
  let isFull = false;
  return {
    calls,
    take(call) {
      if (!isPlain(call)) return false;
      isFull ||= !fits(call, calls);
      if (!isFull) calls.push(call);
      return true;
    },
  };
}

/** A plain yes is enough: no phrase, no log-in, no second person, nothing that may be narrowed, nothing secret. */
function isPlain({ contract, logIn, rules, shown }: CollectedCall): boolean {
  if (contract.riskLevel === "critical" || contract.hints.agencyHint === true || logIn) return false;
  if (rules.approver !== "self" || rules.approvers > 1) return false;
  const seen = shown({ product: "", env: "" }, new Date(0));
  const warnings = seen?.plan?.["warnings"];
  const isWarned = Array.isArray(warnings) && warnings.length > 0;
  return seen !== undefined && seen.isSecret !== true && !isWarned;
}

function fits(call: CollectedCall, calls: readonly CollectedCall[]): boolean {
  const [first] = calls;
  if (!first) return true;
  const mostTogether = Math.min(...[...calls, call].map(({ rules }) => rules.together));
  return calls.length < mostTogether && askedOf(first) === askedOf(call);
}

/** Who may approve and where, as contracts state it. People who approve their own agent's calls need the permissions of all of them. */
function askedOf({ contract, rules }: CollectedCall): string {
  const { by = null, from = null } = rulesOf(contract.confirmation);
  return JSON.stringify([by, from, rules.isFromStated]);
}

/** What the person approves, `total` being what it adds up to, in words; undefined if there is nothing to ask. The contract is as strict as the strictest call. */
export function setOf({ calls }: Collector, total: string | undefined): CallSet | undefined {
  const [first] = calls;
  if (!first) return undefined;
  // A channel that no author states is not stated here: the operator may have one for each level of risk.
  const { by, from } = rulesOf(first.contract.confirmation);
  const contracts = calls.map(({ contract }) => contract);
  const effects = contracts.flatMap(({ sideEffects }) => sideEffects);
  return {
    calls: calls.map(({ inSet }) => inSet),
    contract: {
      ...runProgram,
      title: "Run a set of calls",
      summary: summaryOf(contracts, total),
      description: `A program makes these calls. A yes lets each of them run once, with exactly these arguments. It approves no other call, and not the program. If one fails, those before it have run, and the program says whether it goes on.`,
      riskLevel:
        riskLevels[Math.max(...contracts.map(({ riskLevel }) => riskLevels.indexOf(riskLevel)))] ?? "high",
      autonomousExecution: false,
      confirmation: { kind: "always", ...(by && { by }), ...(from !== undefined && { from }) },
      permissions: [...new Set(contracts.flatMap((each) => each.permissions))],
      sideEffects: effects.filter((each, index) => effects.findIndex(isSame(each)) === index),
      ...joinedFlow(contracts),
    },
  };
}

type Effect = ToolContract["sideEffects"][number];

function isSame(one: Effect): (other: Effect) => boolean {
  return (other) => other.kind === one.kind && other.description === one.description;
}

const maxSummaryLength = 150;

/** `Run 50 calls of a program: 48 × Refund an order, 2 × Create a note, EUR 5.00 in all`. Titles are words of contracts; what is special there is left out. */
function summaryOf(contracts: readonly ToolContract[], total: string | undefined): string {
  const counts = new Map<string, number>();
  for (const { title } of contracts) counts.set(title, (counts.get(title) ?? 0) + 1);
  const parts = [...counts].map(
    ([title, count]) => `${count} × ${title.replaceAll(/[^\p{L}\p{N} ,.'-]/gu, "")}`,
  );
  const what = contracts.length === 1 ? "one call" : `${contracts.length} calls`;
  const all = `Run ${what} of a program: ${parts.join(", ")}`;
  const short = all.length <= maxSummaryLength ? all : `Run ${what} of a program, of ${counts.size} tools`;
  return total === undefined ? short : `${short}, ${total}`;
}
