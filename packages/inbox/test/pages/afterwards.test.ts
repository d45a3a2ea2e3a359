// What a page says after the answer: while the call runs, when it has run, and when it ran without an answer.
import { expect, test } from "vitest";
import type { CallHistory, ReviewedApproval } from "../../src/api/approval-desk.ts";
import { approvalPage } from "../../src/pages/approval-page.ts";
import { annaHerself, carla, input, inboxFixture, other, waitFor } from "../approvals/people.ts";
import { anna, tool } from "../sample.ts";
import { payBench } from "../mandates/bench.ts";
import { paid, plain, site, viewer, waiting } from "./payment.ts";

test("an approved call says who has to go on", async () => {
  const { app, approval } = await waiting(paid);
  await app.desk.approve(approval.id, carla);
  const approved = (await app.desk.get(approval.id, carla)) as ReviewedApproval;
  const page = plain(approvalPage(site, viewer, approved).body.text);
  expect(page).toMatch(
    /It may run once, until [^.]* UTC\. Now tell the agent, or whom it acts for, to go on\./,
  );
});

test("a call that runs says so until its time is up, and looks again", async () => {
  let run = (): void => {};
  const running = new Promise<void>((resolve) => (run = resolve));
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const app = inboxFixture({
    tools: [tool(other)],
    execute: async () => {
      begin();
      await running;
      return {};
    },
  });
  const id = await waitFor(app);
  await app.desk.approve(id, carla);
  const called = app.callAs(anna)("notes.create", input);
  await begun;
  const used = (await app.desk.get(id, carla)) as ReviewedApproval;
  const history = await app.desk.history(used);
  const said = (now: number, of: CallHistory | undefined = history): string =>
    approvalPage({ ...site, now }, viewer, used, of).body.text;
  const at = Date.parse("2026-01-01T12:00:00Z");
  expect(plain(said(at))).toContain("It is running since 2026-01-01 12:00 UTC.");
  expect(said(at)).toContain("data-again");
  expect(said(at + 24 * 60 * 60_000)).toContain("How it ended is not on record.");
  run();
  await called;
  expect(said(at, await app.desk.history(used))).not.toMatch(/data-again|not on record/);
});

test("to take a yes back is said to be a no before, and the page says afterwards what was denied, and where it waits now", async () => {
  const { app, approval } = await waiting(paid);
  const page = async (): Promise<string> => {
    const present = (await app.desk.get(approval.id, carla)) as ReviewedApproval;
    return plain(approvalPage(site, viewer, present).body.text);
  };
  await app.desk.approve(approval.id, carla);
  expect(await page()).toMatch(
    /take your yes back\. That is a no, which runs nothing: the caller is told, and refused the same call until/,
  );
  await app.desk.deny(approval.id, carla);
  expect(await page()).toMatch(
    /Denied after a yes\. Nothing has run by this question.* is refused until [^.]* UTC\. If that was a mistake, tell the agent to ask again after that\./,
  );
  app.clock.advance(2 * 60 * 60_000);
  const next = await waitFor(app, paid);
  await app.desk.deny(next, carla);
  const last = (await app.desk.get(next, carla)) as ReviewedApproval;
  expect(plain(approvalPage(site, viewer, last).body.text)).toContain("Denied. Nothing has run");
});

test("a call that nobody decided about leads from the top of its page to the one made again", async () => {
  const { app, approval } = await waiting(paid);
  app.clock.advance(2 * 60 * 60_000);
  const alone = (await app.desk.get(approval.id, carla)) as ReviewedApproval;
  expect(plain(approvalPage(site, viewer, alone).body.text)).toContain(
    "If it is still wanted, tell the agent to ask again. expired",
  );
  await waitFor(app, paid);
  const late = (await app.desk.get(approval.id, carla)) as ReviewedApproval;
  const page = plain(approvalPage(site, viewer, late).body.text);
  expect(page).toMatch(/Nobody decided in time\..*made again: see its new approval\..*Asked for by/);
  expect(page.match(/made again/g)).toHaveLength(1);
});

test("what cannot be undone stays on the page after the run", async () => {
  const { app, approval } = await waiting(paid);
  await app.desk.approve(approval.id, carla);
  await app.callAs(anna)("notes.create", paid);
  const used = (await app.desk.get(approval.id, carla)) as ReviewedApproval;
  const page = plain(approvalPage(site, viewer, used, await app.desk.history(used)).body.text);
  expect(page).toContain("Cannot be undone: The amount.");
  expect(page).toContain("What it answered is not shown here: ask the agent.");
  expect(page).not.toContain("Nothing runs unless");
});

test("a call that a standing approval has let through leads to what became of it", async () => {
  const { desk, grant, pay, callAs } = payBench();
  const id = await waitFor({ callAs }, { to: "bob", amount: 10 });
  await grant();
  expect(await pay()).toBe("completed");
  const withdrawn = (await desk.get(id, annaHerself)) as ReviewedApproval;
  const page = approvalPage(site, viewer, withdrawn).body.text;
  expect(plain(page)).toContain(
    "It ran before anybody decided: a standing approval covered it. See what became of it.",
  );
  const then = (await desk.get(withdrawn.replacedBy ?? "", annaHerself)) as ReviewedApproval;
  expect(page).toContain(`href="/approvals/${then.id}"`);
  expect(plain(approvalPage(site, viewer, then, await desk.history(then)).body.text)).toContain(
    "Done. The call has run.",
  );
});

test("a changed call says both what was asked for and what counts, in the tense of its state", async () => {
  const { approval } = await waiting(paid);
  const edited = {
    asked: { input: { ...paid, payee: "Mallory" }, fingerprint: "f" },
    by: { id: "carla", isOperator: false },
    via: "inbox",
    at: 0,
  };
  const said = (state: ReviewedApproval["state"]): string =>
    plain(approvalPage(site, viewer, { ...approval, edited, state }).body.text);
  expect(said("pending")).toContain("Asked for was: payee Mallory To be approved is: payee Papierhaus");
  expect(said("consumed")).toContain("Asked for was: payee Mallory Sent was: payee Papierhaus");
  expect(said("denied")).toContain("It was changed to: payee Papierhaus");
});
