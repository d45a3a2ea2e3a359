// A database that executes a statement while its response is lost.
import { startCluster, type Cluster } from "@proviso/postgres";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { postgresStore } from "../../src/stores/postgres.ts";
import { fixture, summary, type Fixture } from "../sample.ts";
import { startProxy } from "./stalling-proxy.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());

/** Stands still, so that no claim ends by itself. */
const stopped = new Date();
const clock = { now: () => stopped };
const freed = { interval: 200 };

async function serve(options: Fixture = {}) {
  const proxy = await startProxy(await cluster.createDatabase());
  onTestFinished(() => proxy.close());
  const store = await postgresStore({ connectionString: proxy.connectionString, onOutage: () => {}, clock });
  const served = fixture({ clock, store, ...options });
  onTestFinished(() => served.server.close());
  const words: string[] = [];
  const call = async (): Promise<string> => {
    words.push(summary(await served.call("notes.create", { text: "a" }, { idempotencyKey: "k" })));
    return words.at(-1) ?? "";
  };
  return { ...served, call, proxy, words };
}

const told = ["refused server_unavailable", "refused in_progress", "completed"];

test.each(["cut", "stall"] as const)(
  "a claim that is committed and not answered is freed in the background (%s)",
  async (how) => {
    const { call, proxy, ran, words } = await serve();
    const lost = proxy.loseAnswer(/"state":"held"/, how);
    expect(await call()).toBe("refused server_unavailable");
    await lost;
    await expect.poll(call, freed).toBe("completed");
    expect(words.filter((word) => !told.includes(word))).toEqual([]);
    expect(ran).toHaveLength(1);
  },
);

test.each(["cut", "stall"] as const)(
  "a start that is committed and not answered, and cannot be taken back, leaves no doubt (%s)",
  async (how) => {
    const { call, proxy, ran, words } = await serve();
    const lost = proxy.loseAnswer(/"state":"started"/, how).then(() => proxy.cut());
    expect(await call()).toBe("refused server_unavailable");
    await lost;
    expect(await call()).toBe("refused server_unavailable");
    proxy.restore();
    await expect.poll(call, freed).toBe("completed");
    expect(words.filter((word) => !told.includes(word))).toEqual([]);
    expect(ran).toHaveLength(1);
  },
);

test("an outcome that is kept and not answered is known to whoever repeats the call", async () => {
  const { call, proxy, ran } = await serve();
  const lost = proxy.loseAnswer(/"state":"done"/, "cut");
  expect(await call()).toBe("completed");
  await lost;
  expect(await call()).toBe("replayed");
  expect(ran).toHaveLength(1);
});
