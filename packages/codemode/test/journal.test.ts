// Programs that have begun and not ended take room in the store, so that a caller has a bounded number of them.
import { fakeClock, memoryStore } from "@proviso/server/testing";
import { expect, test } from "vitest";
import { journal } from "../src/journal/journal.ts";
import { mia } from "./shop.ts";

const hour = 3_600_000;

test("a caller has at most fifty open programs: ended and expired ones make room, those of others take none", async () => {
  const clock = fakeClock();
  const realm = { product: "shop", env: "test" };
  const stateKeys = [new Uint8Array(32).fill(7)];
  const runtime = { clock, realm, stateKeys, store: memoryStore({ clock }) };
  const programs = journal(runtime as unknown as Parameters<typeof journal>[0], hour);
  const open = (source: string, caller = mia) => programs.open(caller, source, `call ${source}`);
  const first = await open("0");
  for (let n = 1; n < 50; n++) await open(String(n));
  const full = { code: "program_failed", message: expect.stringContaining("50 open programs") };
  await expect(open("50")).rejects.toMatchObject(full);
  expect(await open("0")).toEqual(first);
  await open("50", { ...mia, id: "noah" });
  await programs.end(first, 0);
  await open("50");
  await expect(open("51")).rejects.toMatchObject(full);
  clock.advance(2 * hour);
  await open("51");
});
