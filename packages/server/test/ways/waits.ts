import { expect } from "vitest";
import type { Behaviours } from "./bench.ts";

/** Longer than any machine needs; nothing depends on how long. */
const patiently = { timeout: 120_000 };

export const waits: Behaviours = {
  "progress comes while the call runs, to a caller who asked for it and to no other": async ({
    come,
    text,
    effects,
  }) => {
    const caller = await come();
    const seen: unknown[] = [];
    const onprogress = (progress: unknown): void => {
      seen.push(progress);
      void caller.call("notes.release", { text });
    };
    await caller.call("notes.counts", { text }, { onprogress });
    const quiet = caller.call("notes.counts", { text });
    await expect.poll(effects, patiently).toEqual(["notes.counts", "notes.release", "notes.counts"]);
    await caller.call("notes.release", { text });
    await quiet;
    expect(seen).toEqual([{ progress: 1, total: 2, message: "half" }]);
  },

  "every step of progress arrives before the result, however fast they follow each other": async ({
    come,
    text,
    way,
  }) => {
    const caller = await come();
    const seenInOne = async (): Promise<readonly unknown[]> => {
      const seen: unknown[] = [];
      const onprogress = (progress: unknown): void => void seen.push(progress);
      await caller.call("notes.steps", { text }, { onprogress });
      return seen;
    };
    const steps = [1, 2, 3].map((progress) => ({ progress, total: 3 }));
    // Since 2026-07-28 a server cannot ask whether a client has read its progress; a busy one may read all at once, and then drops it.
    const isAMoment = way.protocol === "2026-07-28" && way.name.endsWith("stdio");
    for (let time = 0; time < 5; time++)
      if (isAMoment) await expect.poll(seenInOne, patiently).toEqual(steps);
      else expect(await seenInOne()).toEqual(steps);
  },

  "a caller who gives up aborts the handler": async ({ come, text, effects }) => {
    const caller = await come();
    const giveUp = new AbortController();
    const ended = caller.call("notes.waits", { text }, { signal: giveUp.signal }).catch(() => "given up");
    await expect.poll(effects, patiently).toEqual(["notes.waits", "started"]);
    giveUp.abort("enough");
    await ended;
    await expect.poll(effects, patiently).toEqual(["notes.waits", "started", "aborted"]);
    expect(await caller.call("notes.create", { text })).toMatchObject({ word: "completed" });
  },

  "many calls at once are each answered with their own": async ({ come, text }) => {
    const caller = await come();
    const texts = Array.from({ length: 30 }, (_, at) => `${text} ${at}`);
    const replies = await Promise.all(texts.map((each) => caller.call("notes.create", { text: each })));
    expect(replies.map(({ value }) => value)).toEqual(texts.map((id) => ({ id })));
  },
};
