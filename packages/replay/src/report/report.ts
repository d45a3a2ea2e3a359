import { riskLevels, type RiskLevel } from "@proviso/manifest";
import type { FoldedCall } from "../fold/fold-calls.ts";
import { type Counts, increase, isChange, verdicts, type VerdictKind } from "../fold/verdict.ts";
import type { Decision, Doubt } from "../trail/recorded-call.ts";

/** A row of sums. */
export interface Sum {
  readonly name: string;
  readonly calls: number;
  readonly verdicts: Counts;
}

/** A call that stands for those of its tool with the same verdict. Nothing of its arguments. */
export interface TellingCall {
  readonly verdict: VerdictKind;
  readonly code?: string;
  readonly tool: string;
  readonly riskLevel?: RiskLevel;
  readonly call: string;
  /** ISO 8601. */
  readonly time: string;
  readonly principal?: string;
  readonly was: Decision;
  /** How many calls of this tool have this verdict. */
  readonly calls: number;
}

/** What candidate contracts would have decided otherwise. */
export interface Report {
  readonly calls: number;
  /** Times of the first and the last call. ISO 8601. */
  readonly from?: string;
  readonly to?: string;
  readonly verdicts: Counts;
  readonly undecidable: Readonly<Partial<Record<Doubt, number>>>;
  readonly tools: readonly Sum[];
  readonly principals: readonly Sum[];
  readonly telling: readonly TellingCall[];
}

const maxTelling = 10;

export interface OpenReport {
  add(folded: FoldedCall): void;
  end(): Report;
}

/** Sums up verdicts as they come: what is kept does not grow with the calls. */
export function openReport(): OpenReport {
  const [tools, principals] = [sums(), sums()];
  const all = sums();
  const undecidable: Partial<Record<Doubt, number>> = {};
  const telling = new Map<string, TellingCall>();
  let [from, to] = [Infinity, -Infinity];
  return {
    add(folded) {
      const { call, verdict } = folded;
      const { kind, doubt } = verdict;
      from = Math.min(from, call.at);
      to = Math.max(to, call.at);
      all.add("", kind);
      tools.add(call.tool, kind);
      principals.add(call.principal?.id ?? "nobody", kind);
      if (doubt) increase(undecidable, doubt);
      if (!isChange(kind)) return;
      const name = JSON.stringify([call.tool, kind, verdict.code]);
      const former = telling.get(name);
      telling.set(name, former ? { ...former, calls: former.calls + 1 } : tellingCall(folded));
    },
    end() {
      const [sum] = all.rows();
      return {
        calls: sum?.calls ?? 0,
        ...(sum && { from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
        verdicts: sum?.verdicts ?? {},
        undecidable,
        tools: tools.rows(),
        principals: principals.rows(),
        telling: [...telling.values()].toSorted(byWeight).slice(0, maxTelling),
      };
    },
  };
}

function tellingCall({ call, contract, verdict }: FoldedCall): TellingCall {
  const { kind, code } = verdict;
  return {
    verdict: kind,
    ...(code !== undefined && { code }),
    tool: call.tool,
    ...(contract && { riskLevel: contract.riskLevel }),
    call: call.id,
    time: new Date(call.at).toISOString(),
    ...(call.principal && { principal: call.principal.id }),
    was: call.was,
    calls: 1,
  };
}

const kinds = Object.keys(verdicts);

/** The verdict that matters most comes first, then the higher risk, then the most calls. */
function byWeight(one: TellingCall, other: TellingCall): number {
  const rank = ({ riskLevel }: TellingCall): number => (riskLevel ? riskLevels.indexOf(riskLevel) : -1);
  return (
    kinds.indexOf(one.verdict) - kinds.indexOf(other.verdict) ||
    rank(other) - rank(one) ||
    other.calls - one.calls
  );
}

/** Counts of verdicts by a name, which others have chosen. */
function sums(): { add(name: string, kind: VerdictKind): void; rows(): readonly Sum[] } {
  const rows = new Map<string, { name: string; calls: number; verdicts: Counts }>();
  return {
    add(name, kind) {
      const row = rows.get(name) ?? { name, calls: 0, verdicts: {} };
      rows.set(name, row);
      row.calls += 1;
      increase(row.verdicts, kind);
    },
    rows: () =>
      [...rows.values()].toSorted(
        (one, other) => other.calls - one.calls || (one.name < other.name ? -1 : 1),
      ),
  };
}
