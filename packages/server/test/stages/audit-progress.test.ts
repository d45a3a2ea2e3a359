// Progress tells of a read, so it waits for the record of it.
import { expect, test } from "vitest";
import type { ToolContext } from "../../src/api/handler.ts";
import type { Progress } from "@proviso/manifest";
import { fixture, summary, tool } from "../sample.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Calls a tool without effects that tells of its progress, twice before the intent is durable. */
async function callWith(intent: Promise<void>, onProgress: (told: Progress) => void) {
  const goOn = Promise.withResolvers<void>();
  const { call, ran } = fixture({
    audit: { append: ({ kind }) => (kind === "intent" ? intent : Promise.resolve()), close: async () => {} },
    tools: [tool({ sideEffects: [] })],
    execute: async (_input, { progress }: Pick<ToolContext<unknown, unknown>, "progress">) => {
      progress({ progress: 1 });
      progress({ progress: 2 });
      await goOn.promise;
      progress({ progress: 3 });
      return { id: "n" };
    },
  });
  const called = call("notes.create", { text: "x" }, { onProgress });
  while (ran.length === 0) await turn();
  return async () => {
    await turn();
    goOn.resolve();
    return summary(await called);
  };
}

test("progress waits for the intent and then comes in order, whatever the listener throws", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const told: number[] = [];
  const end = await callWith(promise, ({ progress }) => {
    told.push(progress);
    throw new Error("a fault of the listener");
  });
  expect(told).toEqual([]);
  resolve();
  expect(await end()).toBe("completed");
  expect(told).toEqual([1, 2, 3]);
});

test("without a durable intent no progress is told", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const told: number[] = [];
  const end = await callWith(promise, ({ progress }) => void told.push(progress));
  reject(new Error("disk full"));
  expect(await end()).toBe("failed server_unavailable");
  expect(told).toEqual([]);
});
