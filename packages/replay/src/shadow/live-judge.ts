import { countsOf, type AuditEntry } from "@proviso/server/gate";
import { openFold, type FoldOptions } from "../fold/fold-calls.ts";
import type { Verdict, VerdictKind } from "../fold/verdict.ts";
import { liveCalls } from "../trail/live-calls.ts";
import type { Decision, RecordedCall } from "../trail/recorded-call.ts";

/** A call as both contracts decide it. It holds no argument. */
export interface JudgedLive extends Omit<Verdict, "kind"> {
  readonly call: string;
  /** ISO 8601. */
  readonly time: string;
  readonly tool: string;
  readonly principal?: string;
  readonly verdict: VerdictKind;
  readonly was: Decision;
}

/** Judges calls by candidate contracts while their records are written. */
export interface LiveJudge {
  take(record: AuditEntry): Promise<readonly JudgedLive[]>;
  /** Calls were left out, or none was judged before: what they have stored is unknown. */
  forget(): void;
}

const defaultTtlMs = 24 * 60 * 60_000;
const ofState: ReadonlySet<string> = new Set([
  "idempotency_conflict",
  "outcome_unknown",
  "rate_limit_exceeded",
]);

/** `maxJudged` calls of changed tools, which bounds what the worlds keep and the file of differences; after them `take` throws. */
export function liveJudge(options: FoldOptions, hasInbox: boolean, maxJudged = 100_000): LiveJudge {
  const contracts = new Map(options.manifest.tools.map((tool) => [tool.name, tool]));
  // When the last call of a tool was made. A question that is answered later than others is judged after them.
  const latest = new Map<string, number>();
  const completedBy = liveCalls();
  const fold = openFold(options, hasInbox);
  let knownSince: number | undefined;
  let folded = 0;

  async function verdictOf(call: RecordedCall): Promise<Verdict> {
    const contract = contracts.get(call.tool);
    if (contract && contract.hash === call.contractHash) return { kind: "same" };
    if ((folded += 1) > maxJudged)
      throw new RangeError(`${maxJudged} calls were judged: start the server again for more`);
    knownSince ??= call.at;
    const { verdict } = await fold.judge(call);
    const before = latest.get(call.tool) ?? 0;
    latest.set(call.tool, Math.max(call.at, before));
    // For as long as a call of the tool can decide about a later one.
    const { amountsMs = 0, executions } = contract ? countsOf(contract) : {};
    const until =
      knownSince + Math.max(amountsMs, executions?.perMs ?? 0, contract?.idempotency?.ttlMs ?? defaultTtlMs);
    const isUnknown =
      call.was.code === "paused" ||
      (isOfState(call.was) && call.at < until) ||
      (isOfState(verdict) && call.at < before);
    return verdict.kind !== "same" && isUnknown ? { kind: "undecidable", doubt: "state" } : verdict;
  }

  return {
    async take(record) {
      const judged: JudgedLive[] = [];
      for (const each of completedBy(record))
        if ("scope" in each) await fold.pause(each);
        else {
          const { at, id: call, principal, tool, was } = each;
          const { kind: verdict, ...more } = await verdictOf(each);
          const who = principal && { principal: principal.id };
          judged.push({ call, time: new Date(at).toISOString(), tool, ...who, verdict, ...more, was });
        }
      return judged;
    },
    forget: () => (knownSince = undefined),
  };
}

/** Whether it comes from what earlier calls have stored. */
function isOfState({ code = "", kind }: Decision | Verdict): boolean {
  return kind === "repeated" || kind === "now-repeats" || ofState.has(code);
}
