// Processes over one PostgreSQL that are killed at any step spend no more than a budget, and no effect is missing in its count.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startCluster, type Cluster } from "@proviso/postgres";
import { afterAll, expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { realmKey } from "../../src/canonical/realm.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { answerWithinMs } from "../patience.ts";
import { spendingServer, spendLimit } from "./spending.ts";

const worker = new URL("./fixtures/spend-worker.ts", import.meta.url).pathname;
const run = promisify(execFile);

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

/** Two processes that die, each at a step of its own, and one that does not. */
const histories = Array.from({ length: 20 }, (_, at) => [2 * at + 1, ((at * 7) % 40) + 1] as const);

test("no kill between a reservation and its end overspends a budget, or loses an effect", async () => {
  const connectionString = await (await (cluster ??= startCluster())).createDatabase();
  const store = await postgresStore({ connectionString, answerWithinMs });
  const folder = mkdtempSync(join(tmpdir(), "proviso-spending-"));
  let killed = 0;
  try {
    for (const [first, second] of pieceOf(histories, 4)) {
      const env = `run-${first}`;
      const effects = join(folder, env);
      const ends = await Promise.all(
        [String(first), String(second), "never"].map((die) =>
          run(process.execPath, [worker, connectionString, effects, env, die]).then(
            () => 0,
            ({ signal }: { signal: unknown }) => {
              expect(signal).toBe("SIGKILL");
              return 1;
            },
          ),
        ),
      );
      killed += ends.reduce<number>((sum, each) => sum + each, 0);
      // Whoever comes after them takes the rest, one at a time.
      const after = spendingServer(store, env, () => {});
      const lines = existsSync(effects) ? readFileSync(effects, "utf8").trim().split("\n") : [];
      for (const name of ["budget", "exception"]) {
        const spent = lines
          .filter((line) => line.startsWith(`${name} `))
          .reduce((sum, line) => sum + Number(line.split(" ")[1]), 0);
        let rest = 0;
        while ((await after.call(name, 1)).kind === "completed") rest += 1;
        // The amounts that are held by dead processes are counted, so that effects and rest are at most the limit.
        expect([env, name, spent + rest <= spendLimit]).toEqual([env, name, true]);
        const counted = ((await store.list?.(`${name}:`)) ?? []).filter(
          ({ key }) => key === keyOf(name, env),
        );
        const total = counted.reduce((sum, { value }) => sum + totalOf(value), 0);
        expect([env, name, total]).toEqual([env, name, spendLimit]);
      }
    }
    expect(killed).toBeGreaterThan(0);
  } finally {
    await store.close?.();
    rmSync(folder, { recursive: true });
  }
});

/** Where the server counts them. */
function keyOf(kind: string, env: string): string {
  return realmKey({ product: "sample", env }, kind, `notes.${kind}`, "input.cents", "tool", "");
}

function totalOf(value: unknown): number {
  if (typeof value === "number") return value;
  const { spent, held } = value as { spent: number; held: Record<string, number> };
  return Object.values(held).reduce((sum, each) => sum + each, spent);
}
