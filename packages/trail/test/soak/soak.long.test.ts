// A short soak. CI runs `./x bench soak --minutes 1`, and longer ones on request.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCluster, type Cluster } from "@proviso/postgres";
import { soak } from "./soak.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());

/** Each change has another in CI. `PROVISO_FUZZ_SEED=7` gives the same again. */
const seed = Number(process.env["PROVISO_FUZZ_SEED"] ?? 20261121);

test(
  "whatever is killed, each thing that was asked for once is done at most once, and what was answered is true",
  { timeout: 300_000 },
  async () => {
    const connectionString = await cluster.createDatabase();
    const report = await soak({ connectionString, ms: 6000, clients: 16, workers: 3, seed });
    expect(report).toMatchObject({
      notOnce: [],
      refusedAndDone: [],
      doubled: [],
      unrecorded: [],
      audit: { ok: true },
    });
    const known = ["completed", "outcome_unknown", "rate_limit_exceeded"];
    expect(Object.keys(report.endings).filter((ending) => !known.includes(ending))).toEqual([]);
    expect(report.endings["completed"]).toBeGreaterThan(0);
    expect(report.kills).toBeGreaterThan(0);
  },
);
