import { expect } from "vitest";
import type { Behaviours, Bench } from "../../../server/test/ways/bench.ts";

/** A call that waits for the inbox; a person decides there meanwhile. */
function check(decide: string, word: string, ran: readonly string[]): (bench: Bench) => Promise<void> {
  return async ({ come, text, effects }) => {
    const caller = await come();
    const waits = await caller.call("notes.later", { text });
    expect(waits).toMatchObject({
      word: "approval_pending",
      failure: { retry: "after", details: { approval: expect.any(String) } },
    });
    expect(await caller.call("notes.later", { text })).toMatchObject({ word: "approval_pending" });
    await caller.call(decide, { text });
    expect(await caller.call("notes.later", { text })).toMatchObject({ word });
    expect(effects()).toEqual([decide, ...ran]);
    expect((await caller.call("notes.later", { text })).word).not.toBe("completed");
  };
}

export const approvals: Behaviours = {
  "a call that a person approves in the inbox runs once": check("notes.person_approves", "completed", [
    "notes.later",
  ]),
  "a call that a person denies in the inbox does not run": check(
    "notes.person_denies",
    "confirmation_declined",
    [],
  ),
  "an answer in the client does not count for a call of the inbox": async ({ come, text, effects }) => {
    const caller = await come("anna", () => {
      throw new Error("asked");
    });
    expect(await caller.call("notes.later", { text })).toMatchObject({ word: "approval_pending" });
    expect(effects()).toEqual([]);
  },
};
