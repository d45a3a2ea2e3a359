// What a page says of earlier calls that are nearly this one, and of how this one ended.
import { expect, test } from "vitest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { ReviewedApproval } from "../../src/api/approval-desk.ts";
import { callHistory } from "../../src/approvals/call-history.ts";
import { approvalPage } from "../../src/pages/approval-page.ts";
import { newsTags } from "../../src/pages/describe-approval.ts";
import { carla, waitFor } from "../approvals/people.ts";
import { anna } from "../sample.ts";
import { paid, payment, plain, site, viewer, waiting } from "./payment.ts";

test.each(["Papierhaus ", "PAPIERHAUS", "P\u0430pierhaus", "Papier-haus", "Ｐapierhaus"])(
  "a payee written nearly as before, %j, with another account stands out",
  async (payee) => {
    const { app, approval } = await waiting(paid);
    await app.desk.approve(approval.id, carla);
    await app.callAs(anna)("notes.create", paid);
    const read = async (input: JsonObject): Promise<string> => {
      const next = (await app.desk.get(await waitFor(app, input), carla)) as ReviewedApproval;
      return plain(approvalPage(site, viewer, next, await app.desk.history(next)).body.text);
    };
    const page = await read({ ...paid, payee, iban: "GB29NWBK60161331926819" });
    expect(page).toContain("Nearly the payee of an earlier call, but another account.");
    const known = await read({ ...paid, payee });
    expect(known).not.toContain("another account");
    expect(known).toContain(
      "First time with this payee in the whole audit trail. Earlier calls had nearly this payee",
    );
    if (payee.endsWith(" ")) expect(page).toContain('to "Papierhaus\\u{20}"');
  },
);

test("the account of another payee is another account too", async () => {
  const { app, approval } = await waiting(paid);
  const second = { ...paid, payee: "Bürobedarf", iban: "GB29NWBK60161331926819" };
  for (const id of [approval.id, await waitFor(app, second)]) await app.desk.approve(id, carla);
  for (const input of [paid, second]) await app.callAs(anna)("notes.create", input);
  const crossed = { ...paid, iban: second.iban };
  const next = (await app.desk.get(await waitFor(app, crossed), carla)) as ReviewedApproval;
  expect((await app.desk.history(next))?.otherAccount).toEqual({ account: "iban", of: ["payee"] });
});

test("of two open calls to one payee with different accounts each says so", async () => {
  const { app, approval } = await waiting(paid);
  const read = async (id: string): Promise<string> => {
    const shown = (await app.desk.get(id, carla)) as ReviewedApproval;
    const history = await app.desk.history(shown);
    const tags = newsTags(history).map(({ text }) => text);
    return plain(`${tags.join(" ")} ${approvalPage(site, viewer, shown, history).body.text}`);
  };
  expect(await read(approval.id)).not.toContain("another account");
  const payee = `${paid.payee} GmbH`;
  const urgent = await waitFor(app, { ...paid, payee, iban: "GB29NWBK60161331926819" });
  for (const id of [urgent, approval.id]) {
    expect(await read(id)).toContain("another account also waits");
    expect(await read(id)).toContain("Another call with this payee, or nearly this, has another iban.");
  }
});

test("a payee that looks like an account is none, and an account is the same in every spelling", async () => {
  const payee = "AB12CDEFGHIJKLMN";
  const { app, approval } = await waiting({ ...paid, payee });
  await app.desk.approve(approval.id, carla);
  await app.callAs(anna)("notes.create", { ...paid, payee });
  const accountOf = async (iban: string) => {
    const next = (await app.desk.get(
      await waitFor(app, { ...paid, payee, iban }),
      carla,
    )) as ReviewedApproval;
    return (await app.desk.history(next))?.otherAccount;
  };
  expect(await accountOf("GB29NWBK60161331926819")).toEqual({ account: "iban", of: ["payee"] });
  expect(await accountOf("de89-3704.0044 0532-0130 00")).toBeUndefined();
});

test("a list says `first time` where the page does: beside an account alone", () => {
  const tags = (...values: readonly { name: string; count: number; isAccount?: true }[]) =>
    newsTags({ lastCalls: [], values }).map((each) => plain(each.text));
  expect(tags({ name: "orderId", count: 0 })).toEqual([]);
  const known = { name: "iban", count: 1, isAccount: true } as const;
  for (const name of ["reference", "invoiceNumber", "order.invoice_id"])
    expect(tags({ name, count: 0 }, known)).toEqual([]);
  expect(tags({ name: "accountNumber", count: 0 }, known)).toEqual(["first time"]);
  expect(tags({ name: "payee", count: 0 }, { name: "iban", count: 1, isAccount: true })).toEqual([
    "first time",
  ]);
});

test("the same amount to the same account within a day stands out, with what was different", async () => {
  const { app, approval } = await waiting(paid);
  await app.desk.approve(approval.id, carla);
  await app.callAs(anna)("notes.create", paid);
  app.clock.advance(180_000);
  const read = async (more: JsonObject, by = anna): Promise<string> => {
    const id = await waitFor(app, { ...paid, ...more }, by);
    const next = (await app.desk.get(id, carla)) as ReviewedApproval;
    return plain(approvalPage(site, viewer, next, await app.desk.history(next)).body.text);
  };
  const said = "The same amount to the same account ran 3 min before this one";
  expect(await read({ payee: "Papierhaus." })).toMatch(
    new RegExp(`${said}, .* UTC; its payee: "Papierhaus"`),
  );
  const ofAnother = await read({ payee: "Papierhaus." }, { ...anna, id: "ben" });
  expect(ofAnother).toContain(said);
  expect(ofAnother).not.toContain("its payee:");
  expect(await read({ cents: 48391 })).not.toContain("same amount");
  app.clock.advance(24 * 60 * 60_000);
  expect(await read({ payee: "Papierhaus!" })).not.toContain("same amount");
});

test("a call that failed says so, why and when, and nothing of what can still be undone", async () => {
  const failureModes = [
    { code: "insufficient_funds", description: "The balance is too low.", retry: "never", implied: false },
    { code: "bank_silent", description: "The bank does not answer.", retry: "sameKey", implied: false },
    { code: "internal_error", description: "It broke.", retry: "never", implied: true },
  ] as const;
  const { approval } = await waiting(paid, { failureModes } as Partial<ToolContract>);
  const entry = { callId: "c", tool: "notes.create", principal: { id: "anna", tenant: "acme" } };
  const time = "2026-01-01T12:13:00.000Z";
  const used: ReviewedApproval = { ...approval, state: "consumed", usedBy: "c" };
  const page = (more: object, program: readonly object[] = [], of = used): string => {
    const entries = [
      { ...entry, time, kind: "intent", input: paid },
      ...program,
      { ...entry, time, kind: "outcome", ...more },
    ] as unknown as Parameters<typeof callHistory>[0];
    const contract = { ...payment, failureModes } as ToolContract;
    return plain(
      approvalPage(site, viewer, of, callHistory(entries, of, [], [{ ...contract, name: of.terms.tool }]))
        .body.text,
    );
  };
  const failed = page({ outcome: "failed", failure: "insufficient_funds" });
  expect(failed).toContain(
    "Failed: insufficient funds, 2026-01-01 12:13 UTC. The balance is too low. As the tool is described, nothing was done, and no money moved. This approval is used up; a new try asks you again.",
  );
  expect(failed).toContain("approved, failed");
  for (const each of ["approved and used", "Cannot be undone"]) expect(failed).not.toContain(each);
  expect(page({ outcome: "completed" })).toContain(
    "The call has run; as the tool is described, money has moved. Ended 2026-01-01 12:13 UTC.",
  );
  const inSet = ["completed", "failed"].flatMap((outcome, index) => [
    { ...entry, callId: `s${index}`, time, kind: "intent", program: "c" },
    { ...entry, callId: `s${index}`, time, kind: "outcome", outcome },
  ]);
  expect(page({ outcome: "completed" }, inSet)).toContain("Of the calls of its set, 1 completed.");
  const unknown = "Whether anything was done is not known here.";
  for (const failure of ["bank_silent", "internal_error", "not_in_the_contract"])
    expect(page({ outcome: "failed", failure })).toContain(unknown);
  expect(page({ outcome: "failed", failure: "insufficient_funds" }, inSet)).not.toMatch(
    /nothing was done|not known/,
  );
  const calls = [
    { tool: "notes.create", call: "Pay A" },
    { tool: "notes.create", call: "Pay B" },
  ];
  const set = {
    ...used,
    shown: { ...used.shown, plan: { set: { sums: [{ tool: "notes.create", count: 2 }], calls } } },
  };
  const partly = page({ outcome: "completed" }, inSet, set);
  expect(partly).toContain(
    "Not all of it. 1 of 2 calls has run. Ended 2026-01-01 12:13 UTC. notes.create: ran notes.create: failed",
  );
  expect(partly).toContain("1 of 2 ran");
  const withInput = inSet.map((each) => (each.kind === "intent" ? { ...each, input: paid } : each));
  expect(page({ outcome: "completed" }, withInput, set)).toContain('to "Papierhaus"');
  const pay = 'Pay EUR 483.90 to "Papierhaus", "DE89 3704 0044 0532 0130 00"';
  const sentences = ["Pay C", pay, pay].map((call) => ({ tool: "notes.create", call }));
  const three = { set: { sums: [{ tool: "notes.create", count: 3 }], calls: sentences } };
  expect(
    page({ outcome: "completed" }, withInput, { ...set, shown: { ...set.shown, plan: three } }),
  ).toContain(
    `1 of 3 calls has run. Ended 2026-01-01 12:13 UTC. Pay C: not tried ${pay}: ran ${pay}: failed`,
  );
  // A program that was asked about in an earlier call has the id of that call, and its reads are in no set.
  const plan = { ...set.shown.plan, program: "first" };
  const reads = inSet.map((each) => ({ ...each, tool: "notes.list" }));
  const asked = [...inSet, ...reads].map((each) =>
    "program" in each ? { ...each, program: "first" } : each,
  );
  expect(page({ outcome: "completed" }, asked, { ...set, shown: { ...set.shown, plan } })).toContain(
    "Not all of it. 1 of 2 calls has run.",
  );
  const broken = page({ outcome: "failed", failure: "outcome_unknown" });
  for (const each of [
    "approved, broke off",
    "It broke off 2026-01-01 12:13 UTC. Nobody knows whether it took effect.",
    "Look where it acts before anybody tries it again. This approval is used up.",
  ])
    expect(broken).toContain(each);
  const yes = { verdict: "approve", by: { id: "carla" }, via: "inbox", at: Date.parse(time) };
  const approved = { ...used, state: "approved", decisions: [yes] } as unknown as ReviewedApproval;
  const tried = (after: number): string => {
    const at = new Date(yes.at + after).toISOString();
    const equal = { ...entry, callId: "t", principal: approved.asker, input: approved.shown.input, time: at };
    const outcome = { ...equal, kind: "outcome", outcome: "refused", failure: "insufficient_funds" };
    const entries = [{ ...equal, kind: "intent" }, outcome] as unknown as Parameters<typeof callHistory>[0];
    return plain(approvalPage(site, viewer, approved, callHistory(entries, approved)).body.text);
  };
  expect(tried(1000)).toContain("It was tried, and refused: insufficient funds, 2026-01-01 12:13 UTC.");
  expect(tried(-1000)).not.toContain("It was tried");
});
