import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { continueChain } from "../../src/trail/continue-chain.ts";
import { sqliteLog } from "../../src/trail/sqlite-log.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { openSqliteFile } from "../../../server/src/stores/sqlite-file.ts";
import { temporaryFolder } from "./trails.ts";

const program = new URL("./fixtures/appending-worker.ts", import.meta.url).pathname;

/** Another process that appends to the chain "main" of a file. */
function startWorker(file: string, count: number): ChildProcess {
  const worker = spawn(process.execPath, [program, file, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void worker.kill("SIGKILL"));
  return worker;
}

test("the end of a chain is never seen half-way while another process appends", async () => {
  const file = join(temporaryFolder(), "audit.db");
  const worker = startWorker(file, 1_000_000);
  if (worker.stdout) await once(worker.stdout, "data");
  const log = sqliteLog(openSqliteFile(file));
  const problems = new Set<string>();
  for (let i = 0; i < 4000; i++) {
    try {
      continueChain(log.endNow("main"), "main", undefined);
    } catch (error) {
      problems.add(String(error));
    }
  }
  await log.close();
  expect([...problems]).toEqual([]);
});

test("several processes extend one chain in a SQLite file, and none is refused", async () => {
  const file = join(temporaryFolder(), "audit.db");
  const workers = Array.from({ length: 3 }, () => startWorker(file, 100));
  const exits = await Promise.all(workers.map((worker) => once(worker, "exit")));
  expect(exits.map(([code]) => code as unknown)).toEqual([0, 0, 0]);
  const trail = await readSqliteAudit(file);
  expect(await verifyAudit(trail)).toMatchObject({ ok: true, records: 300 });
  await trail.close();
});
