import { Worker } from "node:worker_threads";
import type { AuditEntry, Shadow } from "@proviso/server";
import type { Batch, JudgedLive, ShadowMessage, ShadowStart } from "./messages.ts";

export interface ThreadListener {
  judged(calls: readonly JudgedLive[]): void;
  /** A call of a tool whose contract is the enforced one. */
  same(tool: string): void;
  notJudged(tool: string): void;
  problem(text: string): void;
}

const closeMs = 2000;
/** Megabytes of a thread that judges 100,000 calls. */
const memoryMb = 512;
/** Bounds what is remembered of calls that have no outcome on record. */
const maxLeftOut = 10_000;

/** Starts the thread that judges. At most `maxWaiting` calls wait for it; later ones are left out. */
export function judgingThread(start: ShadowStart, maxWaiting: number, listener: ThreadListener): Shadow {
  const worker = new Worker(new URL("../../bin/shadow-worker.js", import.meta.url), {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  worker.unref();
  const leftOut = new Map<string, "same" | "lost">();
  const { promise: emptied, resolve: isEmpty } = Promise.withResolvers<void>();
  let unchanged: ReadonlySet<string> = new Set();
  let waiting = emptyBatch();
  let isIdle = false;
  let state: "open" | "closing" | "ended" = "open";

  function send(): void {
    if (!isIdle || state === "ended") return;
    const { facts, first, lost, records } = waiting;
    waiting = emptyBatch();
    if (first + records.length + facts.length + lost.size > 0) {
      isIdle = false;
      worker.postMessage({ facts, lost: [...lost], records } satisfies Batch);
    } else if (state === "closing") isEmpty();
  }

  function end(text: string): void {
    if (state === "open") listener.problem(text);
    state = "ended";
    waiting = emptyBatch();
    isEmpty();
  }

  worker.on("message", (message: ShadowMessage) => {
    if (message.kind === "problem") return listener.problem(message.text);
    if (message.kind === "ready") unchanged = new Set(message.unchanged);
    else listener.judged(message.calls);
    isIdle = true;
    send();
  });
  worker.on("error", (error: unknown) => end(error instanceof Error ? error.message : "unknown error"));
  worker.on("exit", () => end("their thread has ended"));

  /** Leaves out a call from its first record on. What is known of its caller may be needed for the next one. */
  function leaveOut({ caller, callerFacts, callId, tool }: AuditEntry, why: "same" | "lost"): void {
    if (leftOut.size > maxLeftOut) leftOut.clear();
    leftOut.set(callId, why);
    if (why === "lost") {
      waiting.lost.add(tool);
      listener.notJudged(tool);
    }
    if (caller !== undefined && callerFacts && waiting.facts.length < maxWaiting && state !== "ended")
      waiting.facts.push([caller, callerFacts]);
  }

  /** A question to a person is no call of its own. */
  function endLeftOut({ callId, outcome, tool }: AuditEntry): void {
    if (leftOut.get(callId) === "same" && outcome !== "input_required") listener.same(tool);
    leftOut.delete(callId);
  }

  return {
    recorded(entry) {
      const { callId, kind, part, tool } = entry;
      const isFirst = part === 1 && (kind === "intent" || kind === "outcome");
      const isFull = waiting.first >= maxWaiting || waiting.records.length >= 4 * maxWaiting;
      if (isFirst && unchanged.has(tool)) leaveOut(entry, "same");
      else if (isFirst && (state === "ended" || isFull)) leaveOut(entry, "lost");
      if (leftOut.has(callId)) {
        if (kind === "outcome") endLeftOut(entry);
      } else if (state !== "ended" && waiting.records.length < 8 * maxWaiting) {
        waiting.records.push(entry);
        if (isFirst) waiting.first += 1;
      }
      send();
    },
    async close() {
      if (state === "open") state = "closing";
      const timer = setTimeout(isEmpty, closeMs);
      send();
      await emptied;
      clearTimeout(timer);
      state = "ended";
      await worker.terminate();
    },
  };
}

interface Waiting {
  readonly records: AuditEntry[];
  readonly facts: Batch["facts"][number][];
  readonly lost: Set<string>;
  /** Calls that begin in `records`. */
  first: number;
}

function emptyBatch(): Waiting {
  return { records: [], facts: [], lost: new Set(), first: 0 };
}
