import { expect, test } from "vitest";
import { memoryStore } from "../../../server/src/testing.ts";
import { putBackAlone, type TrailView } from "../../src/trail/store-tie.ts";
import { entry } from "../audit/trails.ts";

const later = new Date("2030-01-01");
const [id, chain] = ["aaaaaaaaaaaa", "cccccccccccc"];

/** Asked while another process raises the epoch of the store and names it in a record. */
test("a process that writes while another one starts does not make the store look older", async () => {
  const store = memoryStore();
  await store.insert("trail:store", id, later);
  const view: TrailView = {
    heads: async () => [],
    has: async () => true,
    async newestMarked() {
      const { value } = await store.increment("trail:epoch", 1, later);
      return { ...entry("1"), store: `${id}.${value}.${chain}` };
    },
  };
  expect(await putBackAlone(store, view, "main")).toBeUndefined();
  const older: TrailView = {
    ...view,
    newestMarked: async () => ({ ...entry("1"), store: `${id}.9.${chain}` }),
  };
  expect(await putBackAlone(store, older, "main")).toContain("was written beside its epoch 9, and it has 1");
});
