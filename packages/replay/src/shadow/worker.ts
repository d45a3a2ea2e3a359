import { appendFileSync, renameSync, statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { readContracts } from "../contracts/read-contracts.ts";
import { isCallable } from "../fold/fold-calls.ts";
import { liveJudge } from "./live-judge.ts";
import type { Batch, JudgedLive, ShadowMessage, ShadowStart } from "./messages.ts";

/** One former file of this size is kept beside the current one. */
const maxBytes = 10 * 1024 * 1024;

/** Runs in a thread of its own, so that nothing in it can hold up a call. */
export function judgeRecords(): void {
  const { contracts, env, file, hasInbox, was } = workerData as ShadowStart;
  const tell = (message: ShadowMessage): void => parentPort?.postMessage(message);
  const manifest = typeof contracts === "string" ? readContracts(contracts) : contracts;
  const judge = liveJudge({ manifest, was, env }, hasInbox);
  const hashes = new Map(manifest.tools.filter(isCallable).map(({ hash, name }) => [name, hash]));
  let isFileSound = true;

  async function answer(batch: Batch): Promise<void> {
    const calls = await judge.take(batch);
    try {
      if (file !== undefined && isFileSound) appendDifferences(file, calls);
    } catch (error) {
      isFileSound = false;
      tell({ kind: "problem", text: `no difference is written to ${file}: ${textOf(error)}` });
    }
    tell({ kind: "judged", calls });
  }

  parentPort?.on("message", (batch: Batch) => void answer(batch));
  tell({
    kind: "ready",
    unchanged: was.tools.flatMap(({ hash, name }) => (hashes.get(name) === hash ? [name] : [])),
  });
}

function appendDifferences(file: string, calls: readonly JudgedLive[]): void {
  const changed = calls.filter(({ verdict }) => verdict !== "same" && verdict !== "undecidable");
  if (changed.length === 0) return;
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`);
  appendFileSync(file, changed.map((call) => `${JSON.stringify(call)}\n`).join(""), { mode: 0o600 });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown error";
}
