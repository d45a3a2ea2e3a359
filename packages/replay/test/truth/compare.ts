import { foldCalls, readCalls, type Decision, type RecordedPast, type Verdict } from "../../src/index.ts";
import { verdictOf } from "../../src/fold/verdict.ts";
import { memoryTrail } from "../memory-trail.ts";
import { shop, type Edit } from "./contracts.ts";
import { runScript, start } from "./run-script.ts";
import { script, type Step } from "./script.ts";

/** A simulated time under today's contracts: what was decided, and what the trail tells of it. */
export interface Recorded {
  readonly steps: readonly Step[];
  readonly decisions: readonly Decision[];
  readonly past: RecordedPast;
}

export async function record(seed: number, calls: number): Promise<Recorded> {
  const steps = script(seed, calls, Date.parse(start));
  const { sink, trail } = memoryTrail();
  const decisions = await runScript(shop(), steps, sink);
  return { steps, decisions, past: await readCalls(trail) };
}

export interface Comparison {
  /** Verdicts that are not those of the second run. */
  readonly wrong: readonly { readonly at: number; readonly verdict: Verdict; readonly truth: Verdict }[];
  readonly undecidable: number;
  readonly changed: number;
}

/**
 * Judges the recorded calls by the edited contracts, and makes them again on a real server that has these. `isAlone`: only those of the
 * edited tool, which takes an eighth of the time; no store, limit or key is shared with others.
 */
export async function compare(recorded: Recorded, edit: Edit, isAlone = false): Promise<Comparison> {
  const { decisions, past, steps } = isAlone ? aloneIn(recorded, `shop.${edit[0]}`) : recorded;
  const manifest = shop(edit);
  const real = await runScript(manifest, steps);
  const verdicts: Verdict[] = [];
  const times = timesOf(steps);
  await foldCalls(past, { manifest, was: shop() }, ({ call, verdict }) => {
    if (times.has(call.at)) verdicts.push(verdict);
  });
  const refused: Decision = { kind: "refused" };
  const wrong = verdicts.flatMap((verdict, at) => {
    const truth = verdictOf(decisions[at] ?? refused, real[at] ?? refused);
    const isRight = verdict.kind === truth.kind && verdict.code === truth.code;
    return verdict.kind === "undecidable" || isRight ? [] : [{ at, verdict, truth }];
  });
  const count = (isCounted: (kind: Verdict["kind"]) => boolean): number =>
    verdicts.filter(({ kind }) => isCounted(kind)).length;
  return {
    wrong,
    undecidable: count((kind) => kind === "undecidable"),
    changed: count((kind) => kind !== "same" && kind !== "undecidable"),
  };
}

/** When each call is made. A recorded call of another time is an answer that the trail shows as a call of its own. */
function timesOf(steps: readonly Step[]): ReadonlySet<number> {
  let now = Date.parse(start);
  return new Set(
    steps.flatMap(({ afterMs, kind }) => {
      now += afterMs;
      return kind === "call" ? [now] : [];
    }),
  );
}

/** The calls of one tool and all pauses, at their times. */
function aloneIn({ decisions, past, steps }: Recorded, tool: string): Recorded {
  let waitedMs = 0;
  const own = steps.flatMap((step) => {
    const afterMs = waitedMs + step.afterMs;
    const isOwn = step.kind !== "call" || step.tool === tool;
    waitedMs = isOwn ? 0 : afterMs;
    return isOwn ? [{ ...step, afterMs }] : [];
  });
  const made = steps.filter((step) => step.kind === "call");
  return { decisions: decisions.filter((_, at) => made[at]?.tool === tool), past, steps: own };
}
