import type { Progress } from "@proviso/server";
import { describe, expect, test } from "vitest";
import { openTestBackoffice, resultOf } from "../backoffice.ts";

describe("research.investigate_account", () => {
  const investigation = { customerId: "cus_0007", question: "Why is this account late?" };

  test("follows the money to the customer's own words and quotes them as theirs", async () => {
    const { call } = await openTestBackoffice();
    const result = resultOf(await call("research.investigate_account", investigation)) as Investigation;
    expect(result.steps.slice(0, 2)).toEqual([
      "Read subscriptions: the question is about money",
      "Read messages: the customer may have explained the delay",
    ]);
    expect(result.findings).toContainEqual({
      title: "The customer wrote",
      detail: '"Our bank changed, the old card is closed. We pay next week."',
      evidence: ["msg_0001"],
    });
    expect(result.confidence).toBe("high");
  });

  test("stops after the steps it was given and says that it is less sure", async () => {
    const { call } = await openTestBackoffice();
    const result = resultOf(
      await call("research.investigate_account", { ...investigation, maximumSteps: 1 }),
    );
    expect(result).toMatchObject({ steps: [expect.any(String)], confidence: "medium" });
  });

  test("reports progress and changes nothing", async () => {
    const { call, bytes } = await openTestBackoffice();
    const before = await bytes();
    const seen: Progress[] = [];
    await call("research.investigate_account", investigation, {
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen.map((progress) => progress.progress)).toEqual(seen.map((_, i) => i + 1));
    expect(seen.length).toBeGreaterThan(2);
    expect(await bytes()).toEqual(before);
  });

  test("refuses customers who are not there", async () => {
    const { call } = await openTestBackoffice();
    expect(
      resultOf(await call("research.investigate_account", { ...investigation, customerId: "cus_9999" })),
    ).toBe("customer_not_found");
  });
});

describe("collections.run_dunning", () => {
  const run = { minimumDaysLate: 1, maximumCustomers: 200 };

  test("does what its plan said: everybody is written to and old debts are suspended", async () => {
    const { as, call, sent, database } = await openTestBackoffice();
    const plan = resultOf(await as("mia")("collections.run_dunning", { ...run, dryRun: true })) as Run & {
      readonly customerCount: number;
    };
    const result = resultOf(await call("collections.run_dunning", run)) as Run;
    expect(result.steps).toEqual(plan.steps);
    expect(sent).toHaveLength(plan.customerCount);
    const suspended = result.steps
      .filter((step) => step.step === "suspend")
      .map((step) => step.subscriptionId);
    expect(suspended.length).toBeGreaterThan(0);
    const rows = await database
      .selectFrom("subscriptions")
      .select("id")
      .where("status", "=", "suspended")
      .execute();
    expect(rows.map((row) => row.id).toSorted()).toEqual(suspended.toSorted());
  });

  test("suspends nobody who is sixty days late or less", async () => {
    const { call } = await openTestBackoffice();
    const { steps } = resultOf(await call("collections.run_dunning", run)) as Run;
    expect(steps.filter((step) => step.step === "suspend").every((step) => step.daysLate > 60)).toBe(true);
    expect(steps.filter((step) => step.step !== "suspend").every((step) => step.daysLate <= 60)).toBe(true);
  });

  test("goes on where it broke off and writes to nobody twice", async () => {
    const { call, sent, acceptMail } = await openTestBackoffice();
    acceptMail(2);
    expect(resultOf(await call("collections.run_dunning", run))).toBe("mail_unavailable");
    acceptMail(100);
    await call("collections.run_dunning", run);
    const addresses = sent.map((message) => message.to[0]);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(sent.length).toBeGreaterThan(2);
  });

  test("warns whom it has reminded before", async () => {
    const { call, database } = await openTestBackoffice();
    await database
      .insertInto("dunningSteps")
      .values({
        runId: "run_0",
        customerId: "cus_0007",
        subscriptionId: "sub_0007",
        step: "remind",
        reason: "first letter",
        createdAt: "2026-11-01T12:00:00.000Z",
      })
      .execute();
    const { steps } = resultOf(await call("collections.run_dunning", run)) as Run;
    expect(steps.find((step) => step.subscriptionId === "sub_0007")).toMatchObject({ step: "warn" });
  });

  test("says when nobody is late enough", async () => {
    const { call } = await openTestBackoffice();
    expect(
      resultOf(await call("collections.run_dunning", { ...run, minimumDaysLate: 365, dryRun: true })),
    ).toBe("nothing_past_due");
  });
});

interface Investigation {
  readonly steps: readonly string[];
  readonly findings: readonly object[];
  readonly confidence: string;
}

interface Run {
  readonly steps: readonly {
    readonly subscriptionId: string;
    readonly step: string;
    readonly daysLate: number;
  }[];
}
