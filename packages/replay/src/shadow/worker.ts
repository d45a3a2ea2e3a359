import { appendFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { Manifest } from "@proviso/manifest";
import type { AuditEntry } from "@proviso/server";
import { readContracts } from "proviso/contracts";
import { isChange } from "../fold/verdict.ts";
import { liveJudge, type JudgedLive } from "./live-judge.ts";

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

/** Runs in a thread of its own, so that nothing in it can hold up a call. An error ends the thread. */
export async function judgeRecords(): Promise<void> {
  const { contracts, file, hasInbox, ...options } = workerData as ShadowStart;
  const manifest = typeof contracts === "string" ? await readContracts(contracts, "replay") : contracts;
  const judge = liveJudge({ ...options, manifest }, hasInbox);
  parentPort?.on("message", async ({ isIncomplete, records }: Batch) => {
    if (isIncomplete) judge.forget();
    const calls: JudgedLive[] = [];
    for (const record of records) calls.push(...(await judge.take(record)));
    const lines = calls.flatMap((call) => (isChange(call.verdict) ? [`${JSON.stringify(call)}\n`] : []));
    if (file !== undefined && lines.length > 0) appendFileSync(file, lines.join(""), { mode: 0o600 });
    parentPort?.postMessage(calls, []);
  });
  parentPort?.postMessage([], []);
}
