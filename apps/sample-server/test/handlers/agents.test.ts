import { inSteps, type Progress } from "@proviso/server";
import { describe, expect, test } from "vitest";
import { collections } from "../../src/handlers/collections.ts";
import { suspend } from "../../src/business/suspension.ts";
import { rowsWith } from "../../src/database/rows.ts";
import type { Mailer } from "../../src/ports/mail.ts";
import { openTestBackoffice, resultOf, type TestBackoffice } from "../backoffice.ts";

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
  /** How long a call of a process that is gone stays its own, in milliseconds. */
  const leaseMs = 20_000;
  const run = { minimumDaysLate: 1, maximumCustomers: 200 };
  const resume = "subscriptions.resume";
  const idsOf = async (database: TestBackoffice["database"], status: "suspended" | "past_due") =>
    (await rowsWith(database, "subscriptions", { status }, "pastDueSince")).map(({ id }) => id);
  const detailsOf = ({ details }: { readonly details?: unknown }) => details;

  /** Runs in a process that is gone after so many steps. */
  async function leave(beside: TestBackoffice["beside"], count: number): Promise<void> {
    const left = Promise.withResolvers<undefined>();
    const { runDunning } = collections;
    const dying: typeof runDunning = {
      plan: runDunning.plan,
      execute: inSteps((input, context) => {
        let taken = 0;
        const step: typeof context.step = async (...all) => {
          if (taken++ < count) return await context.step(...all);
          left.resolve(undefined);
          return await new Promise<never>(() => {});
        };
        return runDunning.execute(input, { ...context, step });
      }),
    };
    void beside({ collections: { runDunning: dying } })("collections.run_dunning", run);
    await left.promise;
  }

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
    const { advance, call, sent, acceptMail } = await openTestBackoffice();
    acceptMail(2);
    expect(resultOf(await call("collections.run_dunning", run))).toBe("mail_unavailable");
    acceptMail(100);
    advance(leaseMs);
    expect(await call("collections.run_dunning", run)).toMatchObject({ kind: "completed", replayed: false });
    const addresses = sent.map((message) => message.to[0]);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(sent.length).toBeGreaterThan(2);
  });

  test("a run that a process leaves between two steps is finished by another, from wherever it was left", async () => {
    for (const at of [1, 2, 3]) {
      const { advance, beside, call, sent } = await openTestBackoffice();
      await leave(beside, at);
      expect(sent).toHaveLength(at > 2 ? 1 : 0);
      advance(leaseMs);
      const { steps } = resultOf(await call("collections.run_dunning", run)) as Run;
      const addresses = sent.map((message) => message.to[0]);
      expect(new Set(addresses).size).toBe(steps.length);
      expect(addresses).toHaveLength(steps.length);
    }
  });

  test("a run that is cancelled lifts its suspensions, in reverse order, and says that its letter stays", async () => {
    const { advance, audit, beside, call, database, sent } = await openTestBackoffice();
    await leave(beside, 5);
    const [first, second] = await idsOf(database, "suspended");
    advance(leaseMs);
    const outcome = await call("collections.run_dunning", run, { work: "cancel" });
    const undone = [`suspend_${second}`, `suspend_${first}`];
    const kept = [`record_${first}`, `tell_${first}`, "decide"];
    expect(outcome).toMatchObject({ failure: { code: "cancelled", details: { steps: { undone, kept } } } });
    expect(await idsOf(database, "suspended")).toEqual([]);
    expect(await idsOf(database, "past_due")).toEqual(expect.arrayContaining([first, second]));
    const { records } = audit;
    const stepsOf = (event: string) => records.filter((each) => each.event === event).map(detailsOf);
    expect(stepsOf("step.undone")).toEqual(undone.map((step) => ({ step })));
    expect(stepsOf("step.kept")).toEqual(kept.map((step) => ({ step })));
    const resumed = records.filter(({ tool, outcome: end }) => tool === resume && end === "completed");
    expect(resumed.map(({ principal, undoes }) => [principal?.id, undoes?.split("/")[1]])).toEqual(
      undone.map((step) => ["usr_mia", step]),
    );
    expect(resultOf(await call("collections.run_dunning", run))).toBe("cancelled");
    expect(sent).toHaveLength(1);
  });

  test("a suspension is lifted by the key of the step that made it last, once, and not after a payment", async () => {
    const { as, call, database } = await openTestBackoffice();
    const status = async (changed: "active" | "past_due" | "suspended") =>
      await database
        .updateTable("subscriptions")
        .set({ status: changed })
        .where("id", "=", "sub_0007")
        .execute();
    for (const key of ["a", "b", "c"]) {
      await status("past_due");
      expect(await suspend(database, "sub_0007", `${key}/suspend`)).toBe(true);
    }
    expect(await suspend(database, "sub_0007", "d/suspend")).toBe(false);
    expect(resultOf(await call(resume, { callId: "a/suspend" }))).toBe("nothing_to_resume");
    expect(resultOf(await as("guest")(resume, { callId: "c/suspend" }))).toBe("permission_denied");
    await status("active");
    expect(resultOf(await call(resume, { callId: "c/suspend" }))).toBe("nothing_to_resume");
    await status("suspended");
    expect(resultOf(await as("noah")(resume, { callId: "c/suspend" }))).toEqual({
      subscriptionId: "sub_0007",
    });
    expect(await idsOf(database, "past_due")).toContain("sub_0007");
    await status("suspended");
    expect(await as("noah")(resume, { callId: "c/suspend" })).toMatchObject({ replayed: true });
  });

  test("a letter of which nobody knows whether it was sent is sent by no other process", async () => {
    const { advance, beside, call, sent } = await openTestBackoffice();
    const second = Promise.withResolvers<undefined>();
    const mail: Mailer = {
      async send(message) {
        if (sent.push(message) < 2) return;
        second.resolve(undefined);
        await new Promise<never>(() => {});
      },
    };
    void beside({}, mail)("collections.run_dunning", run);
    await second.promise;
    expect(resultOf(await call("collections.run_dunning", run))).toBe("in_progress");
    for (let time = 0; time < 2; time++) {
      advance(leaseMs);
      expect(resultOf(await call("collections.run_dunning", run))).toBe("outcome_unknown");
    }
    expect(new Set(sent.map(({ id, to }) => `${id} ${to[0]}`)).size).toBe(2);
    expect(sent).toHaveLength(2);
  });

  test("who has paid since the run was left gets no letter, and keeps access", async () => {
    const { advance, call, database, sent, acceptMail } = await openTestBackoffice();
    acceptMail(1);
    expect(resultOf(await call("collections.run_dunning", run))).toBe("mail_unavailable");
    await database
      .updateTable("subscriptions")
      .set({ status: "active" })
      .where("status", "in", ["past_due", "suspended"])
      .execute();
    acceptMail(100);
    advance(leaseMs);
    const { steps } = resultOf(await call("collections.run_dunning", run)) as Run;
    expect([steps.length, sent.length]).toEqual([1, 1]);
    expect(await idsOf(database, "suspended")).toEqual([]);
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
