// What stands directly below the sentence, in the list, and beside calls that wait together: before anything that an agent wrote.
import { expect, test } from "vitest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { ReviewedApproval } from "../../src/api/approval-desk.ts";
import { approvalPage } from "../../src/pages/approval-page.ts";
import { newsTags, shortTags, soonestFirst } from "../../src/pages/describe-approval.ts";
import { listPage } from "../../src/pages/list-page.ts";
import { togetherPage } from "../../src/pages/together-page.ts";
import { signInPage } from "../../src/pages/sign-in-page.ts";
import { annaHerself, carla, inboxFixture, person, two, waitFor } from "../approvals/people.ts";
import { anna, criticalRisk, tool } from "../sample.ts";
import { paid, payment, plain, site, viewer, waiting } from "./payment.ts";

const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const partly = {
  sideEffects: [
    { kind: "sends", description: "One email.", reversible: false, external: true },
    { kind: "updates", description: "Suspends it.", reversible: true, external: false },
  ],
} as const satisfies Partial<ToolContract>;

async function pageOf(
  app: ReturnType<typeof inboxFixture>,
  input: JsonObject,
  reviewer = carla,
  by = anna,
): Promise<string> {
  const approval = (await app.desk.get(await waitFor(app, input, by), reviewer)) as ReviewedApproval;
  return plain(
    approvalPage(site, { ...viewer, reviewer }, approval, await app.desk.history(approval)).body.text,
  );
}

test("what cannot be undone stands once, and beside it what can", async () => {
  const whole = plain((await waiting(paid)).html());
  expect(whole.match(/[Cc]annot be undone:/g)).toHaveLength(1);
  expect(whole).not.toContain("Undo Cannot");
  const page = plain((await waiting(paid, partly as Partial<ToolContract>)).html());
  expect(page).toContain("Cannot be undone: One email. Can be undone: Suspends it. In quotes:");
});

test("of an effect that depends on an argument it is said that the call has none", async () => {
  const sideEffects = partly.sideEffects.map((each) => ({
    ...each,
    description: "An entry, if `project` is given.",
  }));
  const page = plain((await waiting(paid, { ...partly, sideEffects } as Partial<ToolContract>)).html());
  expect(page).toContain("Cannot be undone: An entry, if project is given. (This call has no project.)");
  expect(page).not.toContain("Can be undone:");
  const toPayee = sideEffects.map((each) => ({ ...each, description: "To `payee`." }));
  expect(
    plain((await waiting(paid, { sideEffects: toPayee } as Partial<ToolContract>)).html()),
  ).not.toContain("has no");
});

test("the time says the nearest limit, and what happens if nobody does anything", async () => {
  const stepUpAuth = { kind: "always", maxAgeMs: 300_000 } as const;
  const own = inboxFixture({ tools: [tool({ ...criticalRisk, stepUpAuth })] });
  const fresh = person("anna", { authTime: noon - 60 });
  expect(await pageOf(own, { text: "a" }, fresh)).toContain(
    "Nothing runs unless you approve. Ends at 2026-01-01 13:00 UTC; approve and let it run before 2026-01-01 12:04 UTC, or sign in again.",
  );
  expect(await pageOf(own, { text: "b" }, annaHerself)).toContain("UTC; to approve, sign in again.");
  const pair = inboxFixture({ tools: [tool(two)] });
  expect(await pageOf(pair, { text: "a" })).toContain("Nothing runs unless 2 people approve. Ends at");
  expect(await pageOf(pair, { text: "b" }, annaHerself)).toContain("unless 2 people approve");
});

test("a list says what lasts by the contract, when a log-in ends, and what ends first comes first", async () => {
  const stepUpAuth = { kind: "when", condition: 'input.text == "a"', maxAgeMs: 300_000 } as const;
  const app = inboxFixture({
    tools: [tool({ ...criticalRisk, ...partly, stepUpAuth } as Partial<ToolContract>)],
  });
  const fresh = person("anna", { authTime: noon - 60 });
  const a = await waitFor(app, { text: "a" });
  const b = await waitFor(app, { text: "b" });
  app.clock.advance(1000);
  await waitFor(app, { text: "c" });
  const listed = soonestFirst(await app.desk.list(fresh));
  expect(listed.map(({ id }) => id).slice(0, 2)).toEqual([a, b]);
  const list = plain(listPage(site, viewer, listed, "waiting").body.text);
  expect(list).toContain("your log-in: until 2026-01-01 12:04 UTC");
  expect(list).toContain("critical risk, cannot undo what it sends to outsiders");
  const high = (await waiting(paid)).approval;
  expect(shortTags(high).map(({ text }) => plain(text))).toEqual(["high risk, cannot be undone"]);
});

test("the decided list says when it was decided", async () => {
  const { app, approval } = await waiting(paid);
  app.clock.advance(600_000);
  await app.desk.deny(approval.id, carla);
  const list = plain(listPage(site, viewer, await app.desk.list(carla), "decided").body.text);
  expect(list).toContain("2026-01-01 12:10 UTC denied");
});

test("of two that wait with the same amount and account, both say so, and what differs to the same caller's approver", async () => {
  const tools = [{ ...payment, summary: "Pay {cents, money EUR} to {payee}, {iban, iban} for {note}" }];
  const app = inboxFixture({ tools });
  const first = await waitFor(app, { ...paid, note: 'Invoice 1" <b>checked</b> by the CFO' });
  const page = await pageOf(app, { ...paid, note: "Invoice 2" });
  expect(page).toContain(
    'The same amount to the same account is in another call too, which waits or is approved, asked for 2026-01-01 12:00 UTC; its note: "Invoice 1\\u{22} <b>checked</b> by the CFO"',
  );
  const other = (await app.desk.get(first, carla)) as ReviewedApproval;
  expect(newsTags(await app.desk.history(other)).map(({ text }) => plain(text))).toContain(
    "same amount also waits",
  );
  expect(await pageOf(app, { ...paid, cents: 1, note: "Invoice 3" })).not.toContain("same amount");
  const ofBen = await pageOf(app, { ...paid, note: "<b>" }, carla, { ...anna, id: "ben" });
  expect(ofBen).toContain("in another call too");
  expect(ofBen).not.toContain("its note:");
});

async function afterPaying(payee: string, then: JsonObject): Promise<string> {
  const { app, approval } = await waiting({ ...paid, payee });
  await app.desk.approve(approval.id, carla);
  await app.callAs(anna)("notes.create", { ...paid, payee });
  return pageOf(app, { ...paid, ...then });
}
const iban = "GB29NWBK60161331926819";

test.each([
  "Papierhaus Nord",
  "Papierhaus Nord GmbH & Co. KG",
  "Die Papierhaus Nord GmbH",
  "Papierhaus Nord GmbHs",
])(
  "a payee who has the words of an earlier one, or some of them, with another account stands out: %s",
  async (payee) => {
    const page = await afterPaying("Papierhaus Nord GmbH", { payee, iban });
    expect(page).toContain("Nearly the payee of an earlier call, but another account.");
    expect(page).toContain("All earlier calls with such a payee had another iban.");
    expect(page).toContain("Earlier calls had nearly this payee");
  },
);

test.each([
  ["Invoice 1", "Invoice 12"],
  ["AG", "AG Holding"],
])("%s is no part of %s", async (payee, other) => {
  const page = await afterPaying(payee, { payee: other, iban });
  expect(page).not.toMatch(/[Nn]early/);
});

test("a name that has its own earlier account is not taken for a longer one's", async () => {
  const { app, approval } = await waiting({ ...paid, payee: "Nord AG" });
  const longer = { ...paid, payee: "Nord AG Consulting", iban };
  for (const id of [approval.id, await waitFor(app, longer)]) await app.desk.approve(id, carla);
  for (const input of [{ ...paid, payee: "Nord AG" }, longer]) await app.callAs(anna)("notes.create", input);
  expect(await pageOf(app, { ...paid, cents: 1, payee: "Nord AG", iban })).toContain(
    "Another account than before. All earlier calls with this payee had another iban.",
  );
});

test("a known account under another name says so, whatever the amount", async () => {
  expect(await afterPaying("Papierhaus", { cents: 1, payee: "Mallory" })).toContain(
    "One earlier call had this iban, last 2026-01-01 12:00 UTC, with another payee",
  );
});

test("a payee that is only nearly known is not said to be known", async () => {
  const page = await afterPaying("Papierhaus", { payee: "P\u0430pierhaus", iban });
  expect(page).toContain("All earlier calls with such a payee had another iban.");
  expect(page).not.toContain("calls with this payee");
});

test("what is new about one of several calls stands open; where nothing is, nothing is offered to open", async () => {
  const { app, approval } = await waiting(paid);
  const history = await app.desk.history(approval);
  const pageOfCalls = (values = history?.values) =>
    togetherPage(site, viewer, [approval], [history && { ...history, values: values ?? [] }]).body.text;
  expect(pageOfCalls()).toMatch(/<ul class="news" aria-label="What is new">.*First time/s);
  expect(pageOfCalls()).not.toContain("<summary>What is new");
  expect(pageOfCalls([])).not.toContain("What is new");
});

test("calls that are approved together say what cannot be undone, what is unchecked, and the time", async () => {
  const { approval } = await waiting(paid);
  const page = plain(togetherPage(site, viewer, [approval], []).body.text);
  const [head = ""] = page.split("1 of 1");
  for (const each of [
    "Cannot be undone: The amount.",
    "Nobody has checked it.",
    "Nothing runs unless you approve.",
  ])
    expect(head).toContain(each);
});

test("who is signed in already is not told that they are not, and is led on", () => {
  const { text } = signInPage(site, { to: "", formToken: "t" }).body;
  expect(plain(text)).not.toMatch(/not signed in|Ask whoever/);
  expect(plain(text)).toContain("A new sign-in link ends your present session here.");
  expect(text).toContain(`<a class="button" href="${site.root}/">Go on as you are signed in</a>`);
});

test("a call that waits has a link to its buttons, and one that has ended has none", async () => {
  const { approval } = await waiting(paid);
  const link = '<a href="#foot">To the buttons</a>';
  expect(approvalPage(site, viewer, approval).body.text).toContain(link);
  expect(approvalPage(site, viewer, { ...approval, state: "denied" }).body.text).not.toContain(link);
  expect(togetherPage(site, viewer, [approval], []).body.text).toMatch(
    /#foot[^]*<p class="buttons foot" id="foot">/,
  );
});

test("signed out, one reads that what waits ends, and that a link of a call leads back to it", () => {
  const page = plain(signInPage(site, { to: "a".repeat(48) }).body.text);
  expect(page).toContain("What waits goes on waiting until its own time, and nothing of it runs meanwhile.");
  expect(page).toContain("You come from the link of a call");
  expect(plain(signInPage(site, { to: "" }).body.text)).not.toContain("link of a call");
});
