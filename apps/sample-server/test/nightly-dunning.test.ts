import { expect, test } from "vitest";
import { nightlyDunning } from "../src/program/nightly-dunning.ts";
import { openTestBackoffice, type TestBackoffice } from "./backoffice.ts";

const run = { minimumDaysLate: 14, maximumCustomers: 20 };

async function check(
  expected: object,
  {
    prepare,
    input = run,
  }: { prepare?: (backoffice: TestBackoffice) => Promise<unknown>; input?: object } = {},
): Promise<TestBackoffice> {
  const backoffice = await openTestBackoffice();
  await prepare?.(backoffice);
  expect(await nightlyDunning(backoffice.server, { ...run, ...input })).toMatchObject(expected);
  return backoffice;
}

test("it plans the run and stops where a person is needed: nothing has happened", async () => {
  let before: Buffer | undefined;
  const { audit, bytes, sent } = await check(
    {
      kind: "needs_person",
      plan: {
        customerCount: 6,
        steps: expect.arrayContaining([expect.objectContaining({ step: "suspend" })]),
      },
      why: "This call needs a log-in of the last 1 hour: the user has to sign in again before it is tried again. This caller has no log-in. If it is a program, which cannot sign in, a person has to make the call.",
    },
    { prepare: async (backoffice) => (before = await backoffice.bytes()) },
  );
  expect(await bytes()).toEqual(before);
  expect(sent).toEqual([]);
  const outcomes = audit.records.filter(({ kind }) => kind === "outcome");
  expect(outcomes.map(({ tool, outcome, failure }) => [tool, failure ?? outcome])).toEqual([
    ["subscriptions.list_past_due", "completed"],
    ["collections.run_dunning", "planned"],
    ["collections.run_dunning", "step_up_required"],
  ]);
  expect(new Set(outcomes.map(({ principal }) => principal?.id))).toEqual(new Set(["wf_nightly_dunning"]));
});

test("where nobody is late there is nothing to do", () =>
  check(
    { kind: "nothing_to_do" },
    {
      prepare: ({ database }) =>
        database
          .updateTable("subscriptions")
          .set({ status: "active" })
          .where("status", "=", "past_due")
          .execute(),
    },
  ));

test("what the contract does not take is reported, not worked around", () =>
  check(
    { kind: "stopped", at: "collections.run_dunning", code: "invalid_input" },
    { input: { maximumCustomers: 0 } },
  ));

test("plans, and calls that only a person can start, use up nothing of the rate limit", async () => {
  const { server } = await check({ kind: "needs_person" });
  await nightlyDunning(server, run);
  expect(await nightlyDunning(server, run)).toMatchObject({ kind: "needs_person" });
});
