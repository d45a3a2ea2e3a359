// Somebody who writes the database without our keys, and many calls at once.
import { afterEach, expect, test } from "vitest";
import { memoryAudit } from "../../../server/src/testing.ts";
import { annaHerself } from "../approvals/people.ts";
import { asks, payBench, shared } from "./bench.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const far = new Date("2027-01-01");

test("a mandate that is put back from before its uses, or its end, covers nothing", async () => {
  const faults: string[] = [];
  const onFault = (error: unknown) => void faults.push(String(error));
  const { store, grant, pay, desk, ran } = payBench({ onFault });
  await grant({ count: 3 });
  const rows = async () => (await store.list?.("mandate:")) ?? [];
  const [fresh] = await rows();
  if (!fresh) throw new Error("it is granted");
  expect(await pay()).toBe("completed");
  await store.put(fresh.key, fresh.value, far);
  expect([await pay(), ran.length]).toEqual(["refused confirmation_unanswered", 1]);
  const another = await grant({ count: 3 });
  const [granted] = await rows();
  await desk.mandates.revoke(another.id, annaHerself);
  if (granted) await store.put(granted.key, granted.value, far);
  expect([await pay(12), ran.length]).toEqual(["refused confirmation_unanswered", 1]);
  expect(faults).toHaveLength(2);
  expect([await pay(12), ran.length]).toEqual([asks, 1]);
});

test("rows that are written, copied or of another key are no mandates, and say nothing", async () => {
  const store = shared();
  const { grant, pay } = payBench(store);
  // Quotes and dots are no letters of base64.
  const names = /"(anna|bob)\\*"|"notes\./;
  expect(JSON.stringify(await grant({ count: 9 }))).toMatch(names);
  const [row] = (await store.store.list?.("mandate:")) ?? [];
  if (!row) throw new Error("it is granted");
  expect(JSON.stringify(row)).not.toMatch(names);
  await store.store.put(row.key.replace(/.$/, "0"), row.value, far);
  for (const value of [{ count: 9 }, "x", null]) {
    await store.store.put(row.key, value, far);
    expect(await pay()).toBe(asks);
  }
  await store.store.put(row.key, row.value, far);
  const stranger = payBench({ ...store, stateKeys: [new Uint8Array(32)] });
  expect(await stranger.pay(11)).toBe(asks);
  expect(await pay(11)).toBe("completed");
});

test("while the state key changes, a mandate counts under both keys", async () => {
  const [old, next] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];
  const store = shared();
  const audit = memoryAudit();
  const [before, after] = [
    payBench({ ...store, audit }),
    payBench({ ...store, audit, stateKeys: [next, old] }),
  ];
  await before.grant({ count: 3 });
  expect([await after.pay(1), await before.pay(2), await after.pay(3), await after.pay(4)]).toEqual([
    ...Array(3).fill("completed"),
    asks,
  ]);
});

test("of many calls at once as many run as were granted", async () => {
  const { grant, pay, ran } = payBench();
  await grant({ count: 5, total: { of: "amount", limit: 35 } });
  await Promise.all(Array.from({ length: 30 }, () => pay(10)));
  expect(ran).toHaveLength(3);
});
