import { appendFileSync, renameSync, statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { readContracts } from "proviso/contracts";
import { isChange } from "../fold/verdict.ts";
import { liveJudge, type JudgedLive } from "./live-judge.ts";
import type { Batch, ShadowStart } from "./thread.ts";

/** Bytes at which the file gets the name `FILE.1`. */
const maxBytes = 10 * 1024 * 1024;

/** Runs in a thread of its own, so that nothing in it can hold up a call. An error ends the thread. */
export async function judgeRecords(): Promise<void> {
  const { contracts, file, hasInbox, ...options } = workerData as ShadowStart;
  const manifest = typeof contracts === "string" ? await readContracts(contracts, "replay") : contracts;
  const judge = liveJudge({ ...options, manifest }, hasInbox);
  parentPort?.on("message", async ({ isIncomplete, records }: Batch) => {
    if (isIncomplete) judge.forget();
    const calls: JudgedLive[] = [];
    for (const record of records) calls.push(...(await judge.take(record)));
    if (file !== undefined) append(file, calls);
    parentPort?.postMessage(calls, []);
  });
  parentPort?.postMessage([], []);
}

function append(file: string, calls: readonly JudgedLive[]): void {
  const lines = calls.flatMap((call) => (isChange(call.verdict) ? [`${JSON.stringify(call)}\n`] : []));
  if (lines.length === 0) return;
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`);
  appendFileSync(file, lines.join(""), { mode: 0o600 });
}
