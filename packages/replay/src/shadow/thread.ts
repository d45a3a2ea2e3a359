import { Worker } from "node:worker_threads";
import type { Manifest } from "@proviso/manifest";
import type { AuditEntry, Shadow } from "@proviso/server";
import type { JudgedLive } from "./live-judge.ts";

/** What the thread is started with. `was`: the enforced contracts. */
export interface ShadowStart {
  readonly contracts: string | Manifest;
  readonly was: Manifest;
  readonly env: string;
  readonly hasInbox: boolean;
  readonly file?: string;
}

/** What the thread judges next. */
export interface Batch {
  readonly records: readonly AuditEntry[];
  /** Calls were left out before these records. */
  readonly isIncomplete: boolean;
}

export interface ThreadListener {
  judged(calls: readonly JudgedLive[]): void;
  notJudged(tool: string): void;
  ended(problem: string): void;
}

/** Bounds what is remembered of calls that get no outcome. */
const maxLeftOut = 10_000;

/** Starts the thread that judges. At most `maxWaiting` records wait for it; calls that begin later are left out. */
export function judgingThread(start: ShadowStart, maxWaiting: number, listener: ThreadListener): Shadow {
  const worker = new Worker(new URL("../../bin/shadow-worker.js", import.meta.url), {
    workerData: start,
    // Enough for 100,000 judged calls.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  worker.unref();
  const leftOut = new Set<string>();
  let waiting: AuditEntry[] = [];
  let isIncomplete = false;
  let isIdle = false;
  let isOpen = true;

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
