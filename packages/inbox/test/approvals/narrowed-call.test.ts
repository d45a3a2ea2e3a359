// A call that an approver has narrowed, and to which something happens before it runs. That it runs narrowed: `edit.test.ts`.
import { expect, test } from "vitest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { anna, fixture, highRisk, summary, tool } from "../sample.ts";
import { annaHerself, approvalIn, carla, other, url, waitFor } from "./people.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const asked = { amount: 100 };
const dryRun = { mode: "supported", preview: { type: "object" } } as const;
const base = {
  inputSchema: { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] },
  dryRun,
} as const;
const edit = ["amount"];
const planned = tool({ ...other, ...base, confirmation: { ...other.confirmation, edit } });

/** A server that does this whenever it has planned the narrowed call. */
function serve(during: (server: ReturnType<typeof fixture>, id: string) => unknown = () => {}) {
  let id = "";
  const server: ReturnType<typeof fixture> = fixture({
    tools: [planned],
    approvals: { url },
    async plan({ amount }) {
      const more = amount === 60 ? await during(server, id) : undefined;
      return { amount: Number(amount), ...(more as JsonObject | undefined) };
    },
  });
  const { desk } = server;
  const narrow = async () => {
    id = await waitFor(server, asked);
    await desk.approve(id, carla, { change: { amount: 60 } });
    return id;
  };
  const run = (approval?: string) =>
    server.server.invoke("notes.create", asked, {
      principal: anna,
      ...(approval !== undefined && { approval }),
    });
  return { ...server, desk, narrow, run };
}

test("it waits with the approval that it had, as long as any other", async () => {
  const { clock, desk, narrow, run } = serve();
  const id = await narrow();
  clock.advance(30 * minute);
  expect(await run()).toMatchObject({ waits: { approval: id, isNew: false } });
  expect((await desk.get(id, carla))?.shown.message).toContain("open until 2026-01-01 13:30 UTC.");
});

test("a plan of it that is more than can be shown is approved by nobody", async () => {
  const { narrow, run, ran } = serve(() =>
    Object.fromEntries(Array.from({ length: 3000 }, (_, number) => [`note${number}`, "a value"])),
  );
  await narrow();
  expect(await run()).toMatchObject({
    failure: { code: "confirmation_required", details: { reason: "too_much_to_show" } },
  });
  expect(ran).toEqual([]);
});

test.each([
  ["ends", 61 * minute],
  ["is forgotten", 3 * day],
])("if its approval %s while it is planned, it does not run, and says why", async (_, ms) => {
  const { narrow, run, ran } = serve(({ clock }) => clock.advance(ms));
  await narrow();
  expect(await run()).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "used" } },
  });
  expect(ran).toEqual([]);
});

test("a no while it is planned counts", async () => {
  const { narrow, run, ran } = serve(async ({ desk }, id) => void (await desk.deny(id, carla)));
  await narrow();
  expect([summary(await run()), ran]).toEqual(["refused confirmation_declined", []]);
});

test("made with the id of its approval it runs, and with another it does not", async () => {
  const { desk, narrow, run, ran } = serve();
  const id = await narrow();
  await run();
  await desk.approve(id, carla, { revision: 2 });
  expect(await run("0".repeat(48))).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "used" } },
  });
  expect(ran).toEqual([]);
  expect(summary(await run(id))).toBe("completed");
  expect(ran).toEqual([{ amount: 60 }]);
});

test("where the narrowed call is approved in the client alone, no approval in the inbox runs it", async () => {
  const { riskLevel, autonomousExecution, stepUpAuth, sideEffects, hints, dataFlow } = planned;
  const rules = { riskLevel, autonomousExecution, stepUpAuth, sideEffects, hints, dataFlow };
  const here: ToolContract["confirmation"] = { kind: "always", by: "here" };
  const refinements = [{ ...rules, when: "input.amount < 70", confirmation: here }];
  const confirmation = { kind: "always", by: "either", edit } as const;
  const { dryRun: _, ...unplanned } = base;
  const tools = [tool({ ...highRisk, ...unplanned, confirmation, refinements })];
  const { call, desk, ran } = fixture({ tools, approvals: { url } });
  const id = approvalIn(await call("notes.create", asked));
  await desk.approve(id, annaHerself, { change: { amount: 60 } });
  expect(await call("notes.create", asked)).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "used" } },
  });
  expect(ran).toEqual([]);
});

test("a yes in the client runs nothing if an approver narrows the call while it is planned", async () => {
  let id: string | undefined;
  const narrow = { change: { amount: 60 } };
  const server: ReturnType<typeof fixture> = fixture({
    tools: [tool({ ...highRisk, ...base, confirmation: { kind: "always", by: "either", edit } })],
    approvals: { url },
    async plan() {
      if (id !== undefined) await server.desk.approve(id, annaHerself, narrow);
      return { amount: 100 };
    },
  });
  const waits = await waitFor(server, asked);
  const question = await server.call("notes.create", asked, { canAsk: true });
  if (question.kind !== "input_required") throw new Error("nobody was asked");
  id = waits;
  const answer = { state: question.state, action: "accept", content: { confirm: true } } as const;
  expect(await server.call("notes.create", asked, { answer })).toMatchObject({
    failure: { code: "confirmation_unanswered", details: { answer: "used" } },
  });
  expect(server.ran).toEqual([]);
});
