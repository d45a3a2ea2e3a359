// A process is killed at every step boundary and inside every step; the rest of the 200 runs are in `./x bench steps`.
import { startCluster, type Cluster } from "@proviso/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pieceOf } from "../../../tooling/piece-of.ts";
import { engines, expectedEnd, startFarm, trials } from "./kills.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());

test.each(engines)("no step runs twice and none is lost, with the engine `%s`", async (engine) => {
  const connectionString = await cluster.createDatabase();
  const farm = await startFarm(connectionString, engine);
  try {
    for (const trial of pieceOf(
      trials.filter((each) => each.engine === engine),
      5,
    )) {
      const { word, effects } = expectedEnd(trial);
      expect({ trial, ...(await farm.run(trial)) }).toEqual({
        trial,
        died: "SIGKILL",
        word,
        again: word === "completed" ? "replayed" : word,
        effects,
      });
    }
  } finally {
    await farm.remove();
  }
});

test.each([
  // It is looked up again by the next call.
  ["undoing", ["step 2, `two`, is not undone yet: `notes.undo` may have"], ["undo-three", "undo-one"]],
  [
    "undone",
    ["Step 3, `three`, is undone.", "Step 2, `two`, is undone.", "Step 1, `one`, is undone."],
    ["undo-three", "undo-two", "undo-one"],
  ],
] as const)(
  "a process that is killed while it undoes (%s) leaves the rest to another one",
  async (kind, said, undone) => {
    const farm = await startFarm(await cluster.createDatabase(), "none");
    try {
      const ended = await farm.undo(kind);
      expect(ended).toMatchObject({ died: ["SIGKILL", "SIGKILL"], undone });
      for (const each of said) expect(ended.said).toContain(each);
    } finally {
      await farm.remove();
    }
  },
);
