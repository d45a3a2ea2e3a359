import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startCluster, type Cluster } from "@proviso/postgres";
import { afterAll, describe, expect, test } from "vitest";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { highRisk, summary, tool } from "../sample.ts";
import { annaHerself, inboxFixture, statesOf, waitFor } from "./people.ts";
import { answerWithinMs } from "../../../server/test/patience.ts";

const worker = new URL("./fixtures/approval-worker.ts", import.meta.url).pathname;
const run = promisify(execFile);
const input = { text: "approved" };

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

const places: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  sqlite: async (folder) => join(folder, "state.db"),
  postgres: async () => (await (cluster ??= startCluster())).createDatabase(),
};

describe.each(Object.entries(places))("over the %s store", (_, open) => {
  /** Lets other processes make an approved call, each in its way. Returns their outcomes, the effects, and the next outcome. */
  async function tryWorkers(...ways: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), "proviso-approval-"));
    const place = await open(folder);
    const effects = join(folder, "effects");
    const store = place.startsWith("postgresql:")
      ? await postgresStore({ connectionString: place, answerWithinMs })
      : sqliteStore({ file: place });
    const server = inboxFixture({ tools: [tool(highRisk)], clock: { now: () => new Date() }, store });
    try {
      const id = await waitFor(server, input);
      expect(await server.desk.approve(id, annaHerself)).toMatchObject({ ok: true });
      const outputs = await Promise.all(
        ways.map((how) =>
          run(process.execPath, [worker, place, effects, how]).catch(() => ({ stdout: "[]" })),
        ),
      );
      const told = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
      const lines = existsSync(effects) ? readFileSync(effects, "utf8").trim().split("\n") : [];
      const states = statesOf(await server.desk.list(annaHerself));
      return { told, lines, states, next: summary(await server.call("notes.create", input)) };
    } finally {
      await server.server.close();
      rmSync(folder, { recursive: true });
    }
  }

  test("two processes that fire an approved call fifty times each run it once", async () => {
    const { told, lines } = await tryWorkers("", "");
    expect(lines).toEqual(["approved"]);
    expect(told.filter((word) => word === "completed")).toHaveLength(1);
    const known = ["completed", "confirmation_unanswered", "approval_pending"];
    expect(told.filter((word) => !known.includes(word))).toEqual([]);
    expect(told).toHaveLength(100);
  });

  test("a process that dies between the use of an approval and the effect leaves no second use", async () => {
    const { lines, states, next } = await tryWorkers("die before");
    expect({ lines, states, next }).toEqual({
      lines: [],
      states: ["consumed"],
      next: "refused approval_pending",
    });
  });

  test("a process that dies within the effect leaves no second run", async () => {
    const { lines, states, next } = await tryWorkers("die within");
    expect({ lines, states, next }).toEqual({
      lines: ["approved"],
      states: ["consumed"],
      next: "refused approval_pending",
    });
  });
});
