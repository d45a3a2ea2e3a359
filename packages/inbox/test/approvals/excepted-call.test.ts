// A person's answer in the inbox to a call that an exception of the contract would cover.
import type { ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { highRisk, summary, tool } from "../sample.ts";
import { annaHerself, approvalIn, carla, inboxFixture, two, url } from "./people.ts";

const inputSchema = {
  type: "object",
  properties: { text: { type: "string" }, cents: { type: "integer" } },
  required: ["text"],
  additionalProperties: false,
} as const;
const budget = { of: "input.cents", per: "tool", limit: 50, everyMs: 24 * 60 * 60_000 } as const;
const exception = { upTo: 50, budget, reason: "Small.", reviewer: "mia", expires: "2999-12-31" };
const excepted = { ...highRisk, inputSchema, exception };
const given = { text: "a", cents: 20 };

const day = 86_400_000;

/** A call that waits because others had used the budget up; a day later the exception covers it again. */
async function waiting(facts: Partial<ToolContract> = {}) {
  const server = inboxFixture({
    tools: [tool({ ...excepted, ...facts })],
    approvals: { url, waitMs: 3 * day },
  });
  expect(summary(await server.call("notes.create", { text: "first", cents: 50 }))).toBe("completed");
  const approval = approvalIn(await server.call("notes.create", given));
  const nextDay = async () => {
    server.clock.advance(day);
    return summary(await server.call("notes.create", given));
  };
  return { ...server, approval, nextDay };
}

test("a call that a person has denied does not run by the exception", async () => {
  const server = await waiting();
  await server.desk.deny(server.approval, annaHerself);
  expect(await server.nextDay()).toBe("refused confirmation_declined");
  expect(summary(await server.call("notes.create", given))).toBe("refused confirmation_declined");
  expect(server.ran).toHaveLength(1);
  expect(summary(await server.call("notes.create", { text: "b", cents: 50 }))).toBe("completed");
});

test.each(["waits", "is approved"])(
  "a call that %s runs by the exception, and its approval ends",
  async (is) => {
    const server = await waiting();
    if (is === "is approved") await server.desk.approve(server.approval, annaHerself);
    expect(await server.nextDay()).toBe("completed");
    expect(await server.desk.get(server.approval, annaHerself)).toMatchObject({ withdrawn: "not_needed" });
    expect(server.ran).toHaveLength(2);
    expect(summary(await server.call("notes.create", { ...given, cents: 31 }))).toBe(
      "refused approval_pending",
    );
  },
);

test("where a refinement states who approves, that person is asked", async () => {
  const { autonomousExecution, confirmation: own, dataFlow, hints, sideEffects, stepUpAuth } = tool(excepted);
  const facts = { hints, sideEffects, autonomousExecution, riskLevel: "high", dataFlow, stepUpAuth } as const;
  const when = 'input.text == "a"';
  for (const [confirmation, outcome] of [
    [own, "completed"],
    [two.confirmation, "refused approval_pending"],
  ] as const) {
    const refinements = [{ ...facts, confirmation, when }];
    const server = inboxFixture({ tools: [tool({ ...excepted, refinements })] });
    expect(summary(await server.call("notes.create", given))).toBe(outcome);
    expect(summary(await server.call("notes.create", { ...given, text: "b" }))).toBe("completed");
  }
});

test("an exception also covers calls that two others would approve, and a no of one of them counts", async () => {
  const server = await waiting(two);
  await server.desk.deny(server.approval, carla);
  expect(await server.nextDay()).toBe("refused confirmation_declined");
  expect(summary(await server.call("notes.create", { text: "b", cents: 50 }))).toBe("completed");
});
