import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { Clock, SomeValues, Store } from "../../src/api/ports.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { fixture, tool } from "../sample.ts";
import { connectedStore } from "../simulation/ports.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { answerWithinMs } from "../patience.ts";

const start = Date.UTC(2026, 0, 1);
const at = (ms: number): Date => new Date(start + ms);

interface Bench {
  readonly store: Store;
  /** Another connection to the same state. */
  readonly other: Store;
  setTime(ms: number): void;
}

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

function tick(): { clock: Clock; setTime(ms: number): void } {
  let now = at(0);
  return { clock: { now: () => now }, setTime: (ms) => void (now = at(ms)) };
}

const stores: Readonly<Record<string, () => Bench | Promise<Bench>>> = {
  memory() {
    const { clock, setTime } = tick();
    const store = memoryStore({ clock });
    return { store, other: store, setTime };
  },
  sqlite() {
    const { clock, setTime } = tick();
    const folder = mkdtempSync(join(tmpdir(), "proviso-store-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "state.db");
    const store = sqliteStore({ file, clock });
    const other = sqliteStore({ file, clock });
    cleanups.push(
      () => store.close(),
      () => other.close(),
    );
    return { store, other, setTime };
  },
  /** What the simulation uses: over connections of machines whose clocks differ from the store's. */
  simulated() {
    const { clock, setTime } = tick();
    const shared = memoryStore({ clock: { now: () => new Date(clock.now().getTime() + 3_600_000) } });
    const connect = (): Store =>
      connectedStore(
        shared,
        { now: () => new Date(clock.now().getTime() + 3_600_000) },
        clock,
        async ({ act }) => act(),
      );
    return { store: connect(), other: connect(), setTime };
  },
  async postgres() {
    const { clock, setTime } = tick();
    const connectionString = await (await (cluster ??= startCluster())).createDatabase();
    const store = await postgresStore({ connectionString, clock, answerWithinMs });
    cleanups.push(() => store.close());
    const other = await postgresStore({ connectionString, clock, answerWithinMs });
    cleanups.push(() => other.close());
    return { store, other, setTime };
  },
};

describe.each(Object.entries(stores))("the %s store", (_name, make) => {
  async function check(act: (bench: Bench) => Promise<unknown>, expected: unknown): Promise<void> {
    expect(await act(await make())).toEqual(expected);
  }

  test("returns what was put, as a copy", () =>
    check(
      async ({ store, other }) => {
        const value = { list: [1, "two", null], text: "ü\u2028\u0000" };
        await store.put("k", value, at(10));
        value.list.push("later");
        return [(await store.get("k"))?.value, (await other.get("k"))?.expiresAt, await store.get("K")];
      },
      [{ list: [1, "two", null], text: "ü\u2028\u0000" }, at(10), undefined],
    ));

  test("lists what begins with a prefix, those that expire last first, and no more than was asked for", () =>
    check(
      async ({ store, other }) => {
        const seconds = [20, 40, 60, 30, 50];
        for (const each of seconds) await store.put(`pending:${each}`, each, at(each * 1000));
        await store.put("waits:70", 70, at(70_000));
        const values = async (some?: SomeValues) =>
          (await other.list?.("pending:", some))?.map(({ value }) => value);
        return [await values(), await values({ beyond: at(45_000) }), await values({ max: 2 })];
      },
      [
        [60, 50, 40, 30, 20],
        [60, 50],
        [60, 50],
      ],
    ));

  test("treats keys as opaque, whatever they are called", () =>
    check(
      async ({ store }) => {
        const before = await store.get("__proto__");
        await store.insert("__proto__", 1, at(10));
        await store.insert("constructor", 2, at(10));
        return [before, (await store.get("__proto__"))?.value, (await store.get("constructor"))?.value];
      },
      [undefined, 1, 2],
    ));

  test("forgets a value at its expiry", () =>
    check(
      async ({ store, setTime }) => {
        await store.put("k", 1, at(10));
        setTime(9);
        const before = (await store.get("k"))?.value;
        setTime(10);
        return [before, await store.get("k"), await store.delete("k")];
      },
      [1, undefined, false],
    ));

  test("inserts only where no live value exists", () =>
    check(
      async ({ store, other, setTime }) => {
        const first = await store.insert("k", "a", at(10));
        const second = await other.insert("k", "b", at(20));
        setTime(10);
        const third = await other.insert("k", "c", at(20));
        return [first, second, third, (await store.get("k"))?.value];
      },
      [true, false, true, "c"],
    ));

  test("replaces only the revision that was read", () =>
    check(
      async ({ store, other, setTime }) => {
        await store.insert("k", "a", at(10));
        const read = (await other.get("k"))?.revision ?? 0;
        const won = await store.replace("k", read, "b", at(10));
        const lost = await other.replace("k", read, "c", at(10));
        const value = (await other.get("k"))?.value;
        const fresh = (await other.get("k"))?.revision ?? 0;
        setTime(10);
        return [won, lost, value, await store.replace("k", fresh, "d", at(20))];
      },
      [true, false, "b", false],
    ));

  test("keeps the expiry of a value that is replaced without one", () =>
    check(
      async ({ store, other, setTime }) => {
        await store.insert("k", "a", at(10));
        setTime(5);
        const read = await other.get("k");
        const won = await other.replace("k", read?.revision ?? 0, "b");
        const kept = (await store.get("k"))?.expiresAt;
        setTime(10);
        return [won, kept, await store.get("k")];
      },
      [true, at(10), undefined],
    ));

  test("does not replace a value that was deleted and written again", () =>
    check(async ({ store }) => {
      await store.insert("k", "a", at(10));
      const read = (await store.get("k"))?.revision ?? 0;
      await store.delete("k");
      await store.insert("k", "a", at(10));
      return store.replace("k", read, "b", at(10));
    }, false));

  test("counts, keeping the first expiry while it lives", () =>
    check(
      async ({ store, other, setTime }) => {
        const first = await store.increment("n", 1, at(10));
        const second = await other.increment("n", 4, at(99));
        setTime(10);
        const third = await store.increment("n", 2, at(20));
        return [first, second, third, (await other.get("n"))?.value];
      },
      [{ value: 1, expiresAt: at(10) }, { value: 5, expiresAt: at(10) }, { value: 2, expiresAt: at(20) }, 2],
    ));

  test("lets exactly one of a hundred inserts win, over two connections", () =>
    check(async ({ store, other }) => {
      const races = Array.from({ length: 100 }, (_, i) => (i % 2 ? store : other).insert("k", i, at(10)));
      return (await Promise.all(races)).filter(Boolean).length;
    }, 1));

  test("lets exactly one of a hundred deletes win, over two connections", () =>
    check(async ({ store, other }) => {
      await store.insert("k", 1, at(10));
      const races = Array.from({ length: 100 }, (_, i) => (i % 2 ? store : other).delete("k"));
      return (await Promise.all(races)).filter(Boolean).length;
    }, 1));

  test("lets exactly one of a hundred replacements win, over two connections", () =>
    check(async ({ store, other }) => {
      await store.insert("k", 0, at(10));
      const read = (await store.get("k"))?.revision ?? 0;
      const races = Array.from({ length: 100 }, (_, i) =>
        (i % 2 ? store : other).replace("k", read, i, at(10)),
      );
      return (await Promise.all(races)).filter(Boolean).length;
    }, 1));

  test("spends no more than a budget in a hundred calls of two servers, and counts what was spent", () =>
    check(
      async ({ store, other }) => {
        const budget = { of: "input.cents", per: "tool", limit: 500, everyMs: 24 * 60 * 60_000 } as const;
        const inputSchema = { type: "object", properties: { cents: { type: "integer" } } };
        const servers = [store, other].map((each) =>
          fixture({ tools: [tool({ inputSchema, budget })], store: each, clock: { now: () => at(0) } }),
        );
        const pay = (cents: number, i = 0) => servers[i % 2]?.call("notes.create", { cents });
        const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => pay(90, i)));
        const rest = await pay(500);
        return [
          outcomes.filter((outcome) => outcome?.kind === "completed").length,
          servers.flatMap(({ ran }) => ran).length,
          rest && "failure" in rest && rest.failure.details?.["remains"],
        ];
      },
      [5, 5, 50],
    ));

  test("loses no count among a hundred, over two connections", () =>
    check(
      async ({ store, other }) => {
        const races = Array.from({ length: 100 }, (_, i) =>
          (i % 2 ? store : other).increment("n", 1, at(10)),
        );
        const seen = new Set((await Promise.all(races)).map(({ value }) => value));
        return [seen.size, Math.max(...seen)];
      },
      [100, 100],
    ));

  test("sweeps expired values away and leaves live ones", () =>
    check(
      async ({ store, setTime }) => {
        for (let i = 0; i < 400; i++) await store.put(`old${i}`, i, at(10));
        await store.put("live", "kept", at(1000));
        setTime(10);
        for (let i = 0; i < 700; i++) await store.increment("n", 1, at(1000));
        return [await store.get("old1"), (await store.get("live"))?.value];
      },
      [undefined, "kept"],
    ));

  test("does not take for new, with the clock put back, what was swept away", async () => {
    const { store, other, setTime } = await make();
    const day = 24 * 60 * 60_000;
    await store.insert("used", 1, at(10));
    setTime(2 * day);
    for (let i = 0; i < 600; i++) await store.put(`k${i}`, i, at(3 * day));
    setTime(0);
    await expect(other.insert("used", 1, at(10))).rejects.toThrow("the clock was put back");
    await expect(store.insert("used", 1, at(10))).rejects.toThrow("the clock was put back");
    expect(await other.insert("later", 1, at(2 * day))).toBe(true);
    expect(await store.insert("later", 1, at(2 * day))).toBe(false);
  });
});
