// Several processes over one store never use a standing approval more often than it was granted, whoever dies when.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startCluster, type Cluster } from "@proviso/postgres";
import { afterAll, describe, expect, test } from "vitest";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { answerWithinMs } from "../../../server/test/patience.ts";
import type { MandateTerms } from "../../src/api/mandate.ts";
import { annaHerself } from "../approvals/people.ts";
import { hour, payBench } from "./bench.ts";

const worker = new URL("./fixtures/pay-worker.ts", import.meta.url).pathname;
const run = promisify(execFile);

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

const places: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  sqlite: async (folder) => join(folder, "state.db"),
  postgres: async () => (await (cluster ??= startCluster())).createDatabase(),
};

describe.each(Object.entries(places))("over the %s store", (_, open) => {
  /** Lets other processes pay, each in its way; `during` is done meanwhile. */
  async function tryWorkers(
    changes: Partial<MandateTerms>,
    ways: readonly string[],
    during?: (
      server: ReturnType<typeof payBench>,
      id: string,
      lines: () => readonly string[],
    ) => Promise<void>,
  ) {
    const folder = mkdtempSync(join(tmpdir(), "proviso-mandate-"));
    const place = await open(folder);
    const effects = join(folder, "effects");
    const store = place.startsWith("postgresql:")
      ? await postgresStore({ connectionString: place, answerWithinMs })
      : sqliteStore({ file: place });
    const server = payBench({ clock: { now: () => new Date() }, store });
    const lines = (): readonly string[] =>
      existsSync(effects) ? readFileSync(effects, "utf8").trim().split("\n") : [];
    try {
      const { id } = await server.grant({ when: "input.amount > 0.0", until: Date.now() + hour, ...changes });
      const workers = ways.map((how) =>
        run(process.execPath, [worker, place, effects, how]).catch(() => ({ stdout: "[]" })),
      );
      await during?.(server, id, lines);
      const told = (await Promise.all(workers)).flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
      const [mandate] = await server.desk.mandates.list(annaHerself);
      return { told, lines: lines(), used: mandate?.used, spent: mandate?.spent };
    } finally {
      await server.server.close();
      rmSync(folder, { recursive: true });
    }
  }

  test("two processes that pay thirty times at once run as many as were granted", async () => {
    const { told, lines, used, spent } = await tryWorkers({ count: 7, total: { of: "amount", limit: 60 } }, [
      "",
      "",
    ]);
    const sum = lines.reduce((total, line) => total + Number(line), 0);
    expect(lines.length).toBeLessThanOrEqual(7);
    expect(lines.length).toBeGreaterThan(1);
    expect({ used, spent }).toEqual({ used: lines.length, spent: sum });
    expect(sum).toBeLessThanOrEqual(60);
    expect(told.filter((word) => word === "completed")).toHaveLength(lines.length);
    expect(told).toHaveLength(60);
  });

  test("a process that dies between the use and the effect, or within it, has used it", async () => {
    const { lines, used } = await tryWorkers({ count: 3 }, ["die before", "die within"]);
    expect({ lines, used }).toEqual({ lines: ["1"], used: 2 });
  });

  test("what is revoked while others pay is used by no call that begins after that", async () => {
    let atEnd = Number.NaN;
    const { lines, used } = await tryWorkers({ count: 1000 }, ["", ""], async ({ desk, pay }, id, seen) => {
      await expect.poll(() => seen().length, { interval: 5 }).toBeGreaterThan(0);
      expect(await desk.mandates.revoke(id, annaHerself)).toMatchObject({ ok: true });
      atEnd = (await desk.mandates.get(id, annaHerself))?.used ?? Number.NaN;
      expect(await pay(999)).not.toBe("completed");
    });
    expect({ used, effects: lines.length }).toEqual({ used: atEnd, effects: atEnd });
  });
});
