import { expect } from "vitest";
import type { Behaviours, Bench } from "./bench.ts";
import type { Who } from "./product.ts";
import type { CallOptions } from "./way.ts";

/** One call; what it must answer, and whether the tool must have run. */
async function check(
  { come, text, effects }: Bench,
  name: string,
  expected: { readonly word: string; readonly value?: unknown; readonly failure?: unknown },
  { who = "anna", ...given }: { readonly who?: Who; readonly input?: unknown } = {},
): Promise<void> {
  const input = "input" in given ? given.input : { text };
  const { whole, ...reply } = await (await come(who)).call(name, input);
  expect(reply).toMatchObject(expected);
  expect(whole).not.toContain("s3cret");
  const hasRun = ["completed", "disk_busy", "internal_error", "timeout", "outcome_unknown"];
  expect(effects()).toEqual(hasRun.includes(expected.word) ? [name] : []);
}

/** Everything that can be sent to a name. */
const attempts: readonly (readonly [input: unknown, options?: CallOptions])[] = [
  [undefined],
  [{}],
  [{ text: "a" }],
  [{ text: 7 }],
  [{ text: "a", dryRun: true }],
  [{ text: "a" }, { idempotencyKey: "k" }],
];

export const calls: Behaviours = {
  "a completed call returns the output": (bench) =>
    check(bench, "notes.create", { word: "completed", value: { id: bench.text } }),

  "any text comes through as it is": async ({ come }) => {
    const input = { text: 'ü \u0000 \u2028 "\\ \n 日本 🙂' };
    const { value } = await (await come()).call("notes.create", input);
    expect(value).toEqual({ id: input.text });
  },

  "a call is accepted under the other wire name": async ({ come, text, effects }) => {
    expect(await (await come()).call("notes_create", { text })).toMatchObject({ word: "completed" });
    expect(effects()).toEqual(["notes.create"]);
  },

  "arguments that do not fit are named, and nothing runs": (bench) =>
    check(
      bench,
      "notes.create",
      { word: "invalid_input", failure: { retry: "never", details: { problems: [{ path: "/text" }] } } },
      { input: { text: 7 } },
    ),

  "arguments that are left out are no arguments, and are validated like any": (bench) =>
    check(bench, "notes.create", { word: "invalid_input" }, { input: undefined }),

  "a caller without the permission is refused, and told which": (bench) =>
    check(
      bench,
      "notes.create",
      { word: "permission_denied", failure: { retry: "never", details: { missing: ["notes:write"] } } },
      { who: "reader" },
    ),

  "an unmet requirement is named": (bench) =>
    check(bench, "notes.launch", {
      word: "requirement_unmet",
      failure: { details: { unmet: ["env:production"] } },
    }),

  "a declared failure is told, with what the handler says about it": (bench) =>
    check(bench, "notes.busy", {
      word: "disk_busy",
      failure: { code: "disk_busy", message: "Try later.", retry: "after", details: { disk: 3 } },
    }),

  "after an undeclared failure the outcome is unknown, and its text stays inside": (bench) =>
    check(bench, "notes.throws", { word: "outcome_unknown", failure: { retry: "never" } }),

  "after an output that does not fit the outcome is unknown, and the output stays inside": (bench) =>
    check(bench, "notes.misfit", { word: "outcome_unknown", failure: { retry: "never" } }),

  "a call with effects that takes too long leaves a doubt": (bench) =>
    check(bench, "notes.never", { word: "outcome_unknown" }),

  "a call without effects that takes too long has timed out": (bench) =>
    check(bench, "notes.never_reads", { word: "timeout" }),

  "a log-in that is missing, or too old, is refused where a fresh one is needed": async (bench) => {
    const wanted = { details: { acr: "mfa", maxAgeMs: 300_000 } };
    for (const who of ["anna", "stale"] as const)
      await check(bench, "notes.fresh", { word: "step_up_required", failure: wanted }, { who });
    await check(bench, "notes.fresh", { word: "completed" }, { who: "fresh" });
  },

  "an unknown, a forbidden and a hidden tool answer alike, whatever is sent": async ({ come, effects }) => {
    const caller = await come();
    for (const [input, options] of attempts) {
      const replies = [];
      for (const name of [
        "notes.absent",
        "notes.forbidden",
        "notes.hidden",
        "notes_forbidden",
        "notes_hidden",
      ]) {
        const { word, whole } = await caller.call(name, input, options);
        replies.push(`${word} ${whole.replaceAll(name, "NAME")}`);
      }
      expect(new Set(replies).size).toBe(1);
      expect(replies[0]).toMatch(/^unknown_tool /);
    }
    expect(effects()).toEqual([]);
  },

  "own properties of objects are no tools": async ({ come }) => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
      expect(await (await come()).call(name, {})).toMatchObject({ word: "unknown_tool" });
  },
};
