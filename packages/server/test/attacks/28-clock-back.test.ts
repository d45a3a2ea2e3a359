import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { Clock, Store } from "../../src/api/ports.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { fakeClock } from "../../src/testing.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { fixture, highRisk, summary, tool } from "../sample.ts";
import { answerWithinMs } from "../patience.ts";

const hour = 60 * 60_000;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "proviso-clock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

const stores: Readonly<Record<string, (clock: Clock) => Store | Promise<Store>>> = {
  memory: (clock) => memoryStore({ clock }),
  sqlite: (clock) => sqliteStore({ file: join(temporaryFolder(), "state.db"), clock }),
  async postgres(clock) {
    cluster ??= startCluster();
    return postgresStore({ connectionString: await (await cluster).createDatabase(), clock, answerWithinMs });
  },
};

describe.each(Object.entries(stores))("over the %s store", (_name, open) => {
  /** Approves a call, lets the clock go ahead until expired values are removed, puts it back, and answers again. */
  async function check(aheadMs: number, expected: string): Promise<void> {
    const clock = fakeClock();
    const store = await open(clock);
    const { call, ran, server } = fixture({ tools: [tool(highRisk)], clock, store });
    const asked = await call("notes.create", { text: "once" }, { canAsk: true });
    if (asked.kind !== "input_required") throw new Error("nobody was asked");
    const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
    expect(summary(await call("notes.create", { text: "once" }, { answer }))).toBe("completed");
    clock.advance(aheadMs);
    const later = new Date(clock.now().getTime() + hour);
    for (let i = 0; i < 600; i++) await store.put(`other${i}`, i, later);
    clock.advance(-aheadMs);
    expect(summary(await call("notes.create", { text: "once" }, { answer }))).toBe(expected);
    expect(ran).toHaveLength(1);
    await server.close();
  }

  test("an approval runs once, though the clock was three hours ahead meanwhile", () =>
    check(3 * hour, "refused confirmation_unanswered"));
  test("an approval runs once, though the clock was three days ahead meanwhile", () =>
    check(72 * hour, "refused server_unavailable"));
});
