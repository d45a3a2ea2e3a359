// A tool that undoes a step and has to be approved: the call waits for a person, and says what they decided.
import { inSteps, type RunStep } from "@proviso/server";
import { expect, test } from "vitest";
import type { ToolContext } from "../../../server/src/api/handler.ts";
import { anna, highRisk, summary, tool, type Fixture } from "../sample.ts";
import { annaHerself, input, inboxFixture, url } from "./people.ts";

const idempotency = { key: ["text"], ttlMs: 24 * 60 * 60_000 };
const tools = [
  tool({ idempotency, compensate: "notes.undo" }),
  tool({
    ...highRisk,
    name: "notes.undo",
    inputSchema: { type: "object", properties: { callId: {} }, required: ["callId"] },
    idempotency: { ...idempotency, key: ["callId"] },
  }),
];

type Context = ToolContext<Record<string, (message: string) => Error>, unknown> & { readonly step: RunStep };

test.each([
  ["approves", "Too long. Step 2, `two`, is undone. Step 1, `one`, is undone.", 2],
  [
    "denies",
    "Too long. Step 2, `two`, was done and is not undone. Step 1, `one`, was done and is not undone.",
    0,
  ],
] as const)("a person %s that steps are undone", async (verb, message, count) => {
  const undone: unknown[] = [];
  const handlers = {
    "notes.create": inSteps(async (_: unknown, { fail, step }: Context) => {
      await step("one", {}, () => ({}));
      await step("two", {}, () => ({}));
      throw fail["noteTooLong"]?.("Too long.");
    }),
    "notes.undo": ({ callId }: { readonly callId: string }) => ({ id: String(undone.push(callId)) }),
  } as unknown as NonNullable<Fixture["handlers"]>;
  const { audit, call, clock, desk } = inboxFixture({
    tools,
    handlers,
    approvals: { url, inboxFrom: "high" },
  });
  const words: string[] = [];
  // Each of the two steps is a question of its own, the last step first.
  for (const name of ["two", "one"]) {
    words.push(summary(await call("notes.create", input)));
    const open = await desk.list(annaHerself, { isOpen: true });
    expect(open.map(({ shown }) => shown.input["callId"])).toEqual([expect.stringMatching(`/${name}$`)]);
    const [{ id } = { id: "" }] = open;
    if (verb === "approves") await desk.approve(id, annaHerself);
    else await desk.deny(id, annaHerself);
    clock.advance(21_000);
  }
  expect(words).toEqual(["failed in_progress", "failed in_progress"]);
  expect(await call("notes.create", input)).toMatchObject({ failure: { code: "note_too_long", message } });
  expect(undone).toHaveLength(count);
  const decided = audit.records.filter(({ kind, undoes }) => kind === "approval" && undoes !== undefined);
  expect(decided.map(({ principal }) => principal?.id)).toEqual(Array(count).fill(anna.id));
});
