import type { ToolContract } from "@proviso/manifest";
import { countsOf } from "@proviso/server/gate";
import { openFold, type FoldOptions } from "../fold/fold-calls.ts";
import type { Verdict } from "../fold/verdict.ts";
import { liveCalls } from "../trail/live-calls.ts";
import type { Decision, RecordedCall } from "../trail/recorded-call.ts";
import type { Batch, JudgedLive } from "./messages.ts";

/** Judges calls by candidate contracts while their records are written. */
export interface LiveJudge {
  take(batch: Batch): Promise<readonly JudgedLive[]>;
  close(): Promise<void>;
}

/** Calls after which the worlds begin anew, so that they do not grow for ever. */
const renewAfter = 100_000;
const defaultTtlMs = 24 * 60 * 60_000;
const ofState: ReadonlySet<string> = new Set([
  "idempotency_conflict",
  "outcome_unknown",
  "rate_limit_exceeded",
]);

export function liveJudge(options: FoldOptions, hasInbox: boolean): LiveJudge {
  const contracts = new Map(options.manifest.tools.map((tool) => [tool.name, tool]));
  const calls = liveCalls();
  // Since when all calls of a tool have been judged.
  const since = new Map<string, number>();
  // When the last call of a tool was made. A question that was answered later than that of others is judged after them.
  const latest = new Map<string, number>();
  let fold = openFold(options, hasInbox);
  let startedAt: number | undefined;
  let folded = 0;

  async function verdictOf(call: RecordedCall): Promise<Verdict> {
    const contract = contracts.get(call.tool);
    if (contract && contract.hash === call.contractHash && call.doubt !== "record") return { kind: "same" };
    if ((folded += 1) % renewAfter === 0) {
      await fold.close();
      fold = openFold(options, hasInbox);
      since.clear();
      startedAt = call.at;
    }
    startedAt ??= call.at;
    const { verdict } = await fold.judge(call);
    const until = (since.get(call.tool) ?? startedAt) + windowMs(contract);
    const isBeforeOthers = call.at < (latest.get(call.tool) ?? 0) && isOfState(verdict);
    latest.set(call.tool, Math.max(call.at, latest.get(call.tool) ?? 0));
    const isOfOthers = (isOfState(call.was) && call.at < until) || call.was.code === "paused";
    return verdict.kind !== "same" && (isBeforeOthers || isOfOthers)
      ? { kind: "undecidable", doubt: "state" }
      : verdict;
  }

  return {
    async take({ facts, lost, records }) {
      for (const [caller, each] of facts) calls.learn(caller, each);
      const judged: JudgedLive[] = [];
      for (const record of records)
        for (const each of calls.add(record))
          if ("scope" in each) await fold.pause(each);
          else judged.push(judgedLive(each, await verdictOf(each)));
      const last = records.at(-1);
      if (last) for (const tool of lost) since.set(tool, Date.parse(last.time));
      return judged;
    },
    close: () => fold.close(),
  };
}

/** Whether it comes from what earlier calls have stored; some may have been before the shadow began. */
function isOfState({ code = "", kind }: Decision | Verdict): boolean {
  return kind === "repeated" || kind === "now-repeats" || ofState.has(code);
}

/** For how long a call of the tool can decide about a later one. */
function windowMs(contract: ToolContract | undefined): number {
  const { amountsMs = 0, executions } = contract ? countsOf(contract) : {};
  return Math.max(amountsMs, executions?.perMs ?? 0, contract?.idempotency?.ttlMs ?? defaultTtlMs);
}

function judgedLive({ at, id, principal, tool, was }: RecordedCall, verdict: Verdict): JudgedLive {
  const { code, doubt, kind } = verdict;
  return {
    call: id,
    time: new Date(at).toISOString(),
    tool,
    ...(principal && { principal: principal.id }),
    verdict: kind,
    ...(code !== undefined && { code }),
    ...(doubt && { doubt }),
    was,
  };
}
