import { expect } from "vitest";
import type { Behaviours } from "./bench.ts";

export const repetitions: Behaviours = {
  "a dry run shows a plan, and nothing happens": async ({ come, text, effects }) => {
    const { word, value } = await (await come()).call("notes.bulk", { text, dryRun: true });
    expect({ word, value }).toEqual({
      word: "planned",
      value: {
        dryRun: true,
        count: expect.any(Number),
        warnings: [],
        missingPermissions: [],
        expectedSideEffects: ["A note."],
        estimatedDurationMs: 0,
      },
    });
    expect(effects()).toEqual([]);
  },

  "a dry run says what would refuse the call": async ({ come, text, effects }) => {
    const { word, value } = await (await come()).call("notes.doomed", { text, dryRun: true });
    const warning = expect.stringMatching(/^Would be refused now: This call needs a log-in/);
    expect({ word, warnings: value?.["warnings"] }).toEqual({ word: "planned", warnings: [warning] });
    expect(effects()).toEqual([]);
  },

  "a tool that demands a dry run runs after one, with the same arguments only": async ({
    come,
    text,
    effects,
  }) => {
    const caller = await come();
    const words = [];
    for (const input of [{ text }, { text, dryRun: true }, { text: "other" }, { text }])
      words.push((await caller.call("notes.planned", input)).word);
    expect(words).toEqual(["dry_run_required", "planned", "dry_run_required", "completed"]);
    expect(effects()).toEqual(["notes.planned"]);
  },

  "a plan that no longer holds stops the call, until it is made anew": async ({ come, text, effects }) => {
    const caller = await come();
    const word = async (name: string, input: object) => (await caller.call(name, input)).word;
    expect(await word("notes.planned", { text, dryRun: true })).toBe("planned");
    expect(await word("notes.create", { text })).toBe("completed");
    expect(await word("notes.planned", { text })).toBe("plan_stale");
    expect(await word("notes.planned", { text, dryRun: true })).toBe("planned");
    expect(await word("notes.planned", { text })).toBe("completed");
    expect(effects()).toEqual(["notes.create", "notes.planned"]);
  },

  "a repetition under the same key in `_meta` returns the first outcome": async ({ come, text, effects }) => {
    const caller = await come();
    const call = () => caller.call("notes.create", { text }, { idempotencyKey: `key of ${text}` });
    const [first, second] = [await call(), await call()];
    expect([first.word, second.word]).toEqual(["completed", "replayed"]);
    expect(second.value).toEqual(first.value);
    expect(effects()).toEqual(["notes.create"]);
  },

  "other arguments under the same key conflict": async ({ come, text, effects }) => {
    const caller = await come();
    const idempotencyKey = `key of ${text}`;
    expect(await caller.call("notes.create", { text }, { idempotencyKey })).toMatchObject({
      word: "completed",
    });
    expect(await caller.call("notes.create", { text: "other" }, { idempotencyKey })).toMatchObject({
      word: "idempotency_conflict",
    });
    expect(effects()).toEqual(["notes.create"]);
  },

  "a tool that is idempotent by declared fields needs no key": async ({ come, text, effects }) => {
    const caller = await come();
    const words = [];
    for (let time = 0; time < 2; time++) words.push((await caller.call("notes.keyed", { text })).word);
    expect(words).toEqual(["completed", "replayed"]);
    expect(effects()).toEqual(["notes.keyed"]);
  },

  "calls over the limit are refused, and told when to come again": async ({ come, text, effects }) => {
    const caller = await come();
    const replies = [];
    for (let time = 0; time < 3; time++) replies.push(await caller.call("notes.rare", { text }));
    expect(replies.map(({ word }) => word)).toEqual(["completed", "completed", "rate_limit_exceeded"]);
    expect(replies[2]?.failure).toMatchObject({
      retry: "after",
      details: { retryAfterMs: expect.any(Number) },
    });
    expect(effects()).toEqual(["notes.rare", "notes.rare"]);
  },
};
