import { metrics } from "@opentelemetry/api";
import type { Manifest } from "@proviso/manifest";
import type { Shadow, ShadowPlug, ShadowRuntime } from "@proviso/server";
import type { VerdictKind } from "../fold/verdict.ts";
import type { JudgedLive } from "./messages.ts";
import { judgingThread } from "./thread.ts";

export type { JudgedLive } from "./messages.ts";

export interface ShadowOptions {
  /** The candidate contracts: a folder with `*.yaml`, or with a folder `contracts`; or compiled contracts. */
  readonly contracts: string | Manifest;
  /** Appends each difference to this file as a JSON line, without arguments. At 10 MB it becomes `FILE.1`. */
  readonly file?: string;
  /** How many calls may wait to be judged. Those beyond it are only counted. Defaults to 1000. */
  readonly maxWaiting?: number;
  /** Receives each difference. Its errors are ignored. */
  readonly onDifference?: (call: JudgedLive) => void;
}

/** What a shadow has found so far. */
export interface ShadowSums {
  readonly verdicts: Readonly<Partial<Record<VerdictKind, number>>>;
  /** Calls that were not judged, because too many waited or the candidate failed. */
  readonly notJudged: number;
  /** The newest differences, oldest first; at most fifty. */
  readonly differences: readonly JudgedLive[];
  /** Why nothing is judged any more, or no file is written. */
  readonly problem?: string;
}

/** The server's option `shadow`, and what it has found. */
export interface CandidateShadow extends ShadowPlug {
  sums(): ShadowSums;
}

const maxKept = 50;
const tellMs = 200;

/**
 * Decides the calls of a server by candidate contracts too, in a thread of its own: it sees records, runs no handler and changes no
 * answer. Throws a TypeError for a wrong `maxWaiting`; whatever is wrong with the contracts is reported as a fault, once.
 */
export function shadow({ contracts, file, maxWaiting = 1000, onDifference }: ShadowOptions): CandidateShadow {
  if (!(Number.isInteger(maxWaiting) && maxWaiting > 0))
    throw new TypeError("`maxWaiting` must be a whole number of at least 1");
  const verdicts: Partial<Record<VerdictKind, number>> = {};
  const differences: JudgedLive[] = [];
  let notJudged = 0;
  let problem: string | undefined;
  const sums = (): ShadowSums => ({
    verdicts: { ...verdicts },
    notJudged,
    differences: [...differences],
    ...(problem !== undefined && { problem }),
  });

  function open({ env, hasInbox, manifest, onFault, tell }: ShadowRuntime): Shadow {
    const count = callCounter(manifest);
    const telling = atMostEvery(tellMs, () => tell(sums()));
    const add = (verdict: VerdictKind, tool: string): void => {
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      count(verdict, tool);
      telling();
    };
    telling();
    const start = { contracts, was: manifest, env, hasInbox, ...(file !== undefined && { file }) };
    return judgingThread(start, maxWaiting, {
      same: (tool) => add("same", tool),
      judged(calls) {
        for (const call of calls) {
          add(call.verdict, call.tool);
          if (call.verdict === "same" || call.verdict === "undecidable") continue;
          if (differences.push(call) > maxKept) differences.shift();
          quietly(() => onDifference?.(call));
        }
      },
      notJudged(tool) {
        notJudged += 1;
        count("not-judged", tool);
        telling();
      },
      problem(text) {
        problem ??= text;
        onFault(new Error(`candidate contracts: ${text}`));
        telling();
      },
    });
  }
  return { open, sums };
}

/** Waits with the first of several calls, and makes one for all. */
function atMostEvery(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      quietly(act);
    }, ms).unref();
  };
}

/** Counts calls, if the host has set a meter provider. Names that callers make up are in no attribute. */
function callCounter({ tools }: Manifest): (verdict: VerdictKind | "not-judged", tool: string) => void {
  const names = new Set(tools.map(({ name }) => name));
  const counter = metrics.getMeter("@proviso/replay").createCounter("proviso.shadow.calls", {
    unit: "{call}",
    description: "Calls, by what candidate contracts would have changed about them.",
  });
  return (verdict, tool) => {
    const named = names.has(tool) && { "gen_ai.tool.name": tool };
    quietly(() => counter.add(1, { "proviso.shadow.verdict": verdict, ...named }));
  };
}

/** Errors of the host's telemetry and listeners change nothing. */
function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Nobody waits for it.
  }
}
