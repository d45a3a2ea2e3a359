import { Worker } from "node:worker_threads";
import { metrics } from "@opentelemetry/api";
import type { Manifest } from "@proviso/manifest";
import type { AuditEntry, Shadow, ShadowPlug } from "@proviso/server";
import { type Counts, increase, isChange, type VerdictKind } from "../fold/verdict.ts";
import type { JudgedLive } from "./live-judge.ts";
import type { Batch, ShadowStart } from "./worker.ts";

export type { JudgedLive } from "./live-judge.ts";

export interface ShadowOptions {
  /** The candidate contracts: a folder with `*.yaml`, or with a folder `contracts`; or compiled contracts. */
  readonly contracts: string | Manifest;
  /** Appends each difference to this file as a JSON line, without arguments. */
  readonly file?: string;
  /** How many records may wait to be judged. Calls that begin meanwhile are only counted. Defaults to 1000. */
  readonly maxWaiting?: number;
}

/** What a shadow has found so far. */
export interface ShadowSums {
  readonly verdicts: Counts;
  /** Calls that were not judged, because too many waited or the candidate failed. */
  readonly notJudged: number;
  /** The newest differences, oldest first; at most fifty. */
  readonly differences: readonly JudgedLive[];
  /** Why nothing is judged any more. */
  readonly problem?: string;
}

/** The server's option `shadow`, and what it has found. */
export interface CandidateShadow extends ShadowPlug {
  sums(): ShadowSums;
}

const maxKept = 50;
/** Bounds what is remembered of calls that get no outcome. */
const maxLeftOut = 10_000;

/**
 * Decides the calls of a server by candidate contracts too, in a thread of its own: it sees records, runs no handler and changes no
 * answer. Throws a TypeError for a wrong `maxWaiting`; whatever is wrong with the contracts is reported as a fault, once.
 */
export function shadow({ contracts, file, maxWaiting = 1000 }: ShadowOptions): CandidateShadow {
  if (!(Number.isInteger(maxWaiting) && maxWaiting > 0))
    throw new TypeError("`maxWaiting` must be a whole number of at least 1");
  let sums: ShadowSums = { verdicts: {}, notJudged: 0, differences: [] };
  return {
    sums: () => sums,
    open({ env, hasInbox, manifest: was, onFault, tell }) {
      const count = callCounter(was);
      tell(sums);
      const start = { contracts, was, env, hasInbox, ...(file !== undefined && { file }) };
      return judgingThread(start, maxWaiting, {
        judged(calls) {
          const verdicts = { ...sums.verdicts };
          const changed = calls.filter(({ verdict }) => isChange(verdict));
          for (const { tool, verdict } of calls) {
            increase(verdicts, verdict);
            count(verdict, tool);
          }
          sums = { ...sums, verdicts, differences: [...sums.differences, ...changed].slice(-maxKept) };
          tell(sums);
        },
        notJudged(tool) {
          sums = { ...sums, notJudged: sums.notJudged + 1 };
          count("not-judged", tool);
        },
        ended(problem) {
          sums = { ...sums, problem };
          tell(sums);
          onFault(new Error(`candidate contracts: ${problem}`));
        },
      });
    },
  };
}

interface ThreadListener {
  judged(calls: readonly JudgedLive[]): void;
  notJudged(tool: string): void;
  ended(problem: string): void;
}

/** Starts the thread that judges. At most `maxWaiting` records wait for it; calls that begin later are left out. */
function judgingThread(start: ShadowStart, maxWaiting: number, listener: ThreadListener): Shadow {
  const worker = new Worker(new URL("../../bin/shadow-worker.js", import.meta.url), {
    workerData: start,
    // Enough for 100,000 judged calls.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  worker.unref();
  const leftOut = new Set<string>();
  let waiting: AuditEntry[] = [];
  let [isIncomplete, isIdle, isOpen] = [false, false, true];

  function send(): void {
    if (!isIdle || waiting.length === 0) return;
    worker.postMessage({ records: waiting, isIncomplete } satisfies Batch, []);
    [waiting, isIncomplete, isIdle] = [[], false, false];
  }

  function end(problem: string): void {
    if (isOpen) listener.ended(problem);
    [isOpen, isIdle, waiting] = [false, false, []];
  }

  worker.on("message", (calls: readonly JudgedLive[]) => {
    listener.judged(calls);
    isIdle = isOpen;
    send();
  });
  worker.on("error", (error: unknown) => end(error instanceof Error ? error.message : "unknown error"));
  worker.on("exit", () => end("their thread has ended"));

  return {
    recorded(entry) {
      const { callerFacts, callId, kind, part, tool } = entry;
      const isFirst = part === 1 && (kind === "intent" || kind === "outcome");
      // The facts of a caller are recorded once a day.
      const max = callerFacts ? 2 * maxWaiting : maxWaiting;
      if (isFirst && (!isOpen || waiting.length >= max)) {
        if (leftOut.size > maxLeftOut) leftOut.clear();
        leftOut.add(callId);
        isIncomplete = true;
        listener.notJudged(tool);
      }
      if (isOpen && !leftOut.has(callId) && waiting.length < 8 * maxWaiting) waiting.push(entry);
      if (kind === "outcome") leftOut.delete(callId);
      send();
    },
    // What waits is not judged: the trail has it, and `proviso replay` judges it.
    async close() {
      isOpen = false;
      await worker.terminate();
    },
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
    try {
      counter.add(1, { "proviso.shadow.verdict": verdict, ...named });
    } catch {
      // Errors of the host's telemetry change nothing.
    }
  };
}
