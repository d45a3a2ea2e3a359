// What a person reads first of a call: the same sentence on the page, in the list, in messages and on record.
import { expect, test } from "vitest";
import type { ToolContract } from "@proviso/manifest";
import { callHistory, maxRecords } from "../../src/approvals/call-history.ts";
import { noticeOf } from "../../src/approvals/announce.ts";
import type { Approval, ApprovalDecision } from "../../src/api/approval.ts";
import type { CallHistory, ReviewedApproval } from "../../src/api/approval-desk.ts";
import { printApproval, printApprovals } from "../../src/commands/print-approval.ts";
import { email, type ApprovalMail } from "../../src/index.ts";
import { slackBlocks } from "../../src/notify/slack-message.ts";
import { approvalPage } from "../../src/pages/approval-page.ts";
import { listPage } from "../../src/pages/list-page.ts";
import { carla, inboxFixture, url, waitFor } from "../approvals/people.ts";
import { anna } from "../sample.ts";
import { attack, paid, payment, plain, site, viewer, waiting } from "./payment.ts";

const headingOf = (page: string): string => plain(/<h1>(.*?)<\/h1>/s.exec(page)?.[1] ?? "");
const sectionOf = (page: string, id: string): string =>
  new RegExp(`<section[^>]*aria-labelledby="${id}">(.*?)</section>`, "s").exec(page)?.[1] ?? "";

test("what would happen comes before the arguments, such as the source of a program", async () => {
  const { approval } = await waiting(paid);
  const plan = { set: { sums: [{ tool: "orders.refund", count: 1 }], calls: [{ call: "Pay EUR 1.00" }] } };
  const places = [{ count: 7 }, plan].map((each) => {
    const page = approvalPage(site, viewer, { ...approval, shown: { ...approval.shown, plan: each } });
    return page.body.text.indexOf('labelledby="arguments"') - page.body.text.indexOf('labelledby="plan"');
  });
  expect(places.map(Math.sign)).toEqual([1, 1]);
});

test("a page says who asks, then the sentence, with what the caller wrote set apart, then what cannot be undone and the time, all before an argument", async () => {
  const page = (await waiting(paid)).html();
  expect(headingOf(page)).toBe(
    'Pay EUR 483.90 to "Papierhaus" , "DE89 3704 0044 0532 0130 00"'.replace(" ,", ","),
  );
  const places = [
    "Asked for by",
    "<h1>",
    "Cannot be undone: ",
    "Nobody has checked it",
    "Nothing runs unless you approve. Ends ",
    "4711",
  ];
  expect(places.map((each) => page.indexOf(each))).toEqual(
    places.map((each) => page.indexOf(each)).toSorted((a, b) => a - b),
  );
  expect(page.match(/<h1>.*?<\/h1>/s)?.[0].match(/class="said( claim)?/g)).toEqual([
    'class="said',
    'class="said claim',
    'class="said claim',
  ]);
});

test("a page says what remains of the budget", async () => {
  const budget = { of: "input.cents", per: "tool", limit: 50_000, everyMs: 60_000 } as const;
  const page = plain((await waiting(paid, { budget })).html());
  expect(page).toContain(
    "Budget: EUR 500.00 in 1 minute, for all callers together. This call needs EUR 483.90 of EUR 500.00 that remain.",
  );
});

test("each value stands on a line of its own, with the words before it", async () => {
  const page = (await waiting({ ...paid, payee: "P\u0430pierhaus" })).html();
  const [heading = ""] = page.match(/<h1>.*?<\/h1>/s) ?? [];
  expect(heading.split('<span class="line">').slice(1).map(plain)).toEqual([
    "Pay EUR 483.90",
    'to "P\u0430 U+0430pierhaus", Some letters are not those that they look like.',
    '"DE89 3704 0044 0532 0130 00"',
  ]);
});

test("names between backticks are code, in the words of contracts only", async () => {
  const sideEffects = [{ ...payment.sideEffects[0], description: "Sets `paid` for good, and `sent`." }];
  const page = (await waiting({ ...paid, payee: "`b`" }, { sideEffects } as Partial<ToolContract>)).html();
  expect(page).toContain(
    "Sets</bdi> <code><bdi>paid</bdi></code> <bdi>for good, and</bdi> <code><bdi>sent</bdi></code><bdi>.</bdi>",
  );
  expect(page).not.toContain("<code><bdi>b</bdi></code>");
});

test("a value stays in its frame, whatever it says", async () => {
  const page = (await waiting(attack)).html();
  expect(headingOf(page)).toContain('to "A\\u{22} nothing. Pay \\u{22}B\\u{a}<b>\\u{202e}", "DE89');
  expect(page).not.toContain("<b>");
});

test("what the sentence does not show is open on the page, and all arguments are folded below", async () => {
  const section = sectionOf((await waiting({ ...paid, note: "quickly" })).html(), "arguments");
  const [open = "", folded = ""] = section.split("<details>");
  expect(plain(open)).toContain("quickly");
  expect(plain(open)).toContain("4711");
  expect(plain(open)).not.toContain("Papierhaus");
  for (const shown of ["quickly", "4711", "Papierhaus", "DE89370400440532013000", "48390"])
    expect(plain(folded)).toContain(shown);
});

test("without a summary, the sentence is derived, and every argument is shown once more or beside it", async () => {
  const { summary: _summary, ...bare } = payment;
  const app = inboxFixture({ tools: [bare] });
  const approval = (await app.desk.get(await waitFor(app, paid), carla)) as ReviewedApproval;
  const page = approvalPage(site, viewer, approval).body.text;
  expect(headingOf(page)).toBe(
    'Execute a payment: cents 48390, payee "Papierhaus", iban "DE89370400440532013000"',
  );
  expect(plain(sectionOf(page, "arguments"))).toContain("4711");
});

test("the client's name is marked as its own claim", async () => {
  const { approval } = await waiting(paid);
  const page = approvalPage(site, viewer, { ...approval, client: "Accounting <i>\u202e" }).body.text;
  expect(plain(page)).toContain("Client, by its own claim Accounting <i>hidden character U+202E");
});

test("the buttons belong to the form, and stand outside of it, at the foot of the page", async () => {
  const page = (await waiting(paid)).html();
  const foot = /<div class="buttons foot".*?<\/div>/s.exec(page)?.[0] ?? "";
  expect(foot.match(/<button form="answer"/g)).toHaveLength(2);
  expect(page.indexOf('<form id="answer"')).toBeLessThan(page.indexOf(foot));
  expect(page.slice(page.indexOf(foot))).not.toContain("</form>");
});

test("two payments differ in the list", async () => {
  const app = inboxFixture({ tools: [payment] });
  for (const cents of [100, 48390]) await waitFor(app, { ...paid, cents });
  const list = plain(listPage(site, viewer, await app.desk.list(carla), "waiting").body.text);
  expect(list).toContain("Pay EUR 1.00 to");
  expect(list).toContain("Pay EUR 483.90 to");
});

test("a known payee with another account stands out, also if the payee was paid while the call waited", async () => {
  const { app, approval } = await waiting(paid);
  const changed = await waitFor(app, { ...paid, iban: "GB29NWBK60161331926819" });
  await app.desk.approve(approval.id, carla);
  expect((await app.callAs(anna)("notes.create", paid)).kind).toBe("completed");
  const next = (await app.desk.get(changed, carla)) as ReviewedApproval;
  const page = plain(approvalPage(site, viewer, next, await app.desk.history(next)).body.text);
  expect(page).toContain("Another account than before. All earlier calls with this payee had another iban.");
  expect(page).toContain("One earlier call had this payee");
  const ended = (await app.desk.get(approval.id, carla)) as ReviewedApproval;
  const after = plain(approvalPage(site, viewer, ended, await app.desk.history(ended)).body.text);
  expect(after.indexOf("Done. The call has run; as the tool is described, money has moved.")).toBeGreaterThan(
    0,
  );
  expect(after.indexOf("Done. The call has run; as the tool is described, money has moved.")).toBeLessThan(
    after.indexOf("Asked for by"),
  );
});

test("the trail says what is new: a payee that was paid before is no longer", async () => {
  const { app, approval } = await waiting(paid);
  expect((await app.desk.history(approval))?.values).toEqual([
    { name: "payee", count: 0 },
    { name: "iban", count: 0, isAccount: true },
  ]);
  await app.desk.approve(approval.id, carla);
  expect((await app.callAs(anna)("notes.create", paid)).kind).toBe("completed");
  const next = (await app.desk.get(
    await waitFor(app, { ...paid, cents: 1, payee: "Other" }),
    carla,
  )) as ReviewedApproval;
  const history = await app.desk.history(next);
  expect(history).toMatchObject({
    values: [
      { name: "payee", count: 0 },
      { name: "iban", count: 1 },
    ],
    lastCalls: [
      { outcome: "waited for a decision" },
      { outcome: "completed" },
      { outcome: "waited for a decision" },
    ],
  });
  const page = plain(approvalPage(site, viewer, next, history).body.text);
  expect(page).toContain("First time with this payee");
  expect(page).toContain("One earlier call had this iban, last");
  const elsewhere = { ...next, asker: { ...next.asker, tenant: "another" } };
  expect((await app.desk.history(elsewhere))?.values).toEqual([
    { name: "payee", count: 0 },
    { name: "iban", count: 0, isAccount: true },
  ]);
});

test("a text that every call has anew is not called new, and one that comes again stands out", async () => {
  const { app, approval } = await waiting(paid);
  const entries = ["A", "B", "C", "D"].flatMap((payee, index) => {
    const call = { callId: String(index), tool: approval.terms.tool, time: "2026-01-01T00:00:00.000Z" };
    const principal = { id: "anna", tenant: approval.asker.tenant };
    return [
      { ...call, principal, kind: "intent", input: { ...paid, payee } },
      { ...call, principal, kind: "outcome", outcome: "completed" },
    ] as unknown as Parameters<typeof callHistory>[0];
  });
  const [payee, iban] = callHistory(entries, approval).values;
  expect([payee, iban?.isUnique, iban?.count]).toEqual([
    { name: "payee", count: 0, isUnique: true },
    undefined,
    4,
  ]);
  const first = plain(
    approvalPage(site, viewer, approval, { lastCalls: [], values: payee ? [payee] : [] }).body.text,
  );
  expect(first).not.toContain("First time");
  const again = (await app.desk.get(await waitFor(app, { ...paid, payee: "B" }), carla)) as ReviewedApproval;
  expect(plain(approvalPage(site, viewer, again, callHistory(entries, again)).body.text)).toContain(
    "No other payee was in two calls",
  );
});

test("calls of others count too: those that may have acted, and those that wait; not repeats, nor the call itself", async () => {
  const { approval } = await waiting(paid);
  const entries = (["completed", "replayed", "unknown", "killed", "refused", "later"] as const).flatMap(
    (end, index) => {
      const call = {
        callId: String(index),
        tool: approval.terms.tool,
        principal: { id: "bob", tenant: approval.asker.tenant },
      };
      const time = new Date(approval.createdAt + (end === "later" ? 1 : -1)).toISOString();
      const outcome = end === "refused" ? "refused" : end === "unknown" ? "failed" : "completed";
      const failure = end === "unknown" ? { failure: "outcome_unknown" } : {};
      return [
        { ...call, time, kind: "intent", input: paid },
        ...(end === "killed"
          ? []
          : [{ ...call, time, kind: "outcome", outcome, ...failure, replayed: end === "replayed" }]),
      ] as unknown as Parameters<typeof callHistory>[0];
    },
  );
  const others = [approval, { ...approval, id: "another" }];
  expect(callHistory(entries, approval, others).values[1]).toMatchObject({ count: 4 });
  const history = callHistory(entries, { ...approval, state: "consumed" }, others);
  expect(history.values[1]).toMatchObject({ name: "iban", count: 3, unknown: 2, waiting: 1 });
  const page = plain(approvalPage(site, viewer, approval, history).body.text);
  expect(page).toContain("Of 2, nobody knows whether they acted");
  expect(page).toContain(
    "The same amount to the same account is in another call too, which waits or is approved",
  );
  const more = others.map((each) => ({ ...each, shown: { ...each.shown, input: { ...paid, cents: 1 } } }));
  const differs = approvalPage(site, viewer, approval, callHistory(entries, approval, more)).body.text;
  expect(plain(differs)).toContain("Another call with this payee, iban waits or is approved");
  const only = [{ ...approval, id: "b", shown: { ...approval.shown, input: { ...paid, payee: "B" } } }];
  expect(callHistory(entries, approval, only).values[1]).not.toHaveProperty("waiting");
  const elsewhere = others.map((each) => ({ ...each, asker: { ...each.asker, tenant: "another" } }));
  expect(callHistory([], approval, elsewhere).values[1]).toEqual({ name: "iban", count: 0, isAccount: true });
});

test("a history says where it begins, if the trail is longer", async () => {
  const { approval } = await waiting(paid);
  const entry = { callId: "c", kind: "intent", tool: "a.b", time: "2026-01-01T00:00:00.000Z" } as const;
  expect(
    callHistory(
      Array.from({ length: maxRecords }, () => entry),
      approval,
    ).since,
  ).toBe(Date.parse(entry.time));
  expect(callHistory([entry], approval).since).toBeUndefined();
});

async function mailOf(approval: Approval): Promise<ApprovalMail | undefined> {
  const sent: ApprovalMail[] = [];
  const notifier = email({ to: ["a@example.com"], send: async (mail) => sent.push(mail) });
  await notifier.notify(noticeOf(approval, url), AbortSignal.timeout(1000));
  return sent[0];
}

test("messages say the sentence of a summary, and no other argument", async () => {
  const { approval } = await waiting({ ...attack, note: "quickly" });
  const mail = await mailOf(approval);
  const said =
    'Pay EUR 483.90 to "A\\u{22} nothing. Pay \\u{22}B\\u{a}<b>\\u{202e}", "DE89 3704 0044 0532 0130 00"';
  expect(mail?.subject).toBe(`To approve: ${said}`);
  expect(mail?.text.split("\n")[0]).toBe(said);
  const blocks = JSON.stringify(slackBlocks(noticeOf(approval, url), undefined));
  expect(blocks).toContain("Pay EUR 483.90 to");
  for (const message of [mail?.text, blocks])
    for (const secret of ["4711", "quickly"]) expect(message).not.toContain(secret);
});

test("messages about a tool without a summary hold no argument", async () => {
  const { summary: _summary, ...bare } = payment;
  const app = inboxFixture({ tools: [bare] });
  const approval = (await app.desk.get(await waitFor(app, paid), carla)) as ReviewedApproval;
  const mail = await mailOf(approval);
  expect(mail?.subject).toBe("To approve: Execute a payment");
  for (const message of [mail?.text, JSON.stringify(slackBlocks(noticeOf(approval, url), undefined))])
    expect(message).not.toContain("Papierhaus");
});

test("the terminal lists and shows the sentence", async () => {
  const { approval } = await waiting(paid);
  expect(printApprovals([approval], undefined)).toContain('Pay EUR 483.90 to "Papierhaus"');
  expect(printApproval(approval)).toContain('\nPay EUR 483.90 to "Papierhaus"');
});

test("the approval on record has the sentence", async () => {
  const { app, approval } = await waiting(paid);
  await app.desk.approve(approval.id, carla);
  await app.callAs(anna)("notes.create", paid);
  const summaries = app.audit.records.flatMap(({ kind, summary }) => (kind === "approval" ? [summary] : []));
  expect(summaries).toEqual(['Pay EUR 483.90 to "Papierhaus", "DE89 3704 0044 0532 0130 00"']);
});

test.each(["GB29NWBK60161331926819", "gb29 nwbk 6016 1331 9268 19"])(
  "where most payees were paid once, another account of a known one still stands out: %s",
  async (iban) => {
    const { approval } = await waiting({ ...paid, iban });
    const entries = ["Papierhaus", "B", "C", "D"].flatMap((payee, index) => {
      const call = { callId: String(index), tool: approval.terms.tool, time: "2026-01-01T00:00:00.000Z" };
      const input = { ...paid, payee, iban: paid.iban.replace(/.$/, String(index)) };
      const both = { ...call, principal: { id: "bob", tenant: approval.asker.tenant } };
      return [
        { ...both, kind: "intent", input },
        { ...both, kind: "outcome", outcome: "completed" },
      ] as unknown as Parameters<typeof callHistory>[0];
    });
    const page = plain(approvalPage(site, viewer, approval, callHistory(entries, approval)).body.text);
    expect(page).toContain(
      "Another account than before. All earlier calls with this payee had another iban.",
    );
    expect(page).toContain("First time with this iban");
  },
);

test("a page does not say that no money has moved where the same call may have moved it, nor that one failed that goes on", async () => {
  const { approval } = await waiting(paid);
  const said = (more: Partial<ReviewedApproval>, history?: CallHistory) =>
    plain(approvalPage(site, viewer, { ...approval, ...more }, history).body.text);
  const denied = { state: "denied" } as const;
  expect(said(denied)).toContain("Denied. Nothing has run by this question, and it has moved no money.");
  for (const more of [{ earlier: { approvedAt: 0, callId: "c" } }, { replacedBy: "b" }])
    for (const state of ["denied", "expired", "approved", "withdrawn"] as const)
      expect(said({ state, ...more })).not.toMatch(/money\.|Nothing has run(?! by this (approval|question))/);
  const earlier = { approvedAt: 0, callId: "c" };
  expect(said({ earlier })).toContain("A yes makes it happen again.");
  const set = { sums: [{ tool: "a" }], calls: [{ call: "Pay A" }] };
  const program = said({ earlier, shown: { ...approval.shown, plan: { set } } });
  expect(program).toContain("The same program");
  expect(program).not.toContain("happen again");
  const planned = { ...approval.shown, plan: { count: 7 } };
  expect(said({ state: "approved" })).not.toContain("what is shown here");
  expect(said({ state: "approved", shown: planned })).toContain(
    "UTC, if it would still do what is shown here.",
  );
  expect(said({ state: "consumed", shown: planned })).toContain("What was foreseen");
  expect(said({ shown: planned })).toContain("What would happen");
  const yes = { verdict: "approve", by: { id: "carla" }, via: "inbox", at: 0 } as unknown as ApprovalDecision;
  const late = (approvers: number, decisions: readonly ApprovalDecision[]) =>
    said({ state: "expired", decisions, rules: { ...approval.rules, approvers } });
  expect(late(2, [yes])).toContain("Too few approved it in time.");
  expect(late(1, [yes])).toContain("Not used in time.");
  expect(late(1, [])).toContain("Nobody decided in time.");
  const run = { outcome: "failed", failure: "in_progress", at: 0 };
  const going = said({ state: "consumed" }, { lastCalls: [], values: [], run });
  expect(going).toContain("It has begun. How it ended is not on record.");
  expect(going).not.toMatch(/Failed:|approved, failed/);
});
