// Who may approve beforehand, and what; what a grant shows; how it is narrowed, and looked at again.
import { expect, test } from "vitest";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import { memoryAudit } from "../../../server/src/testing.ts";
import type { MandateTerms } from "../../src/api/mandate.ts";
import { openApprovals } from "../../src/inbox/open-approvals.ts";
import { annaHerself, carla, operator, person, two, waitFor } from "../approvals/people.ts";
import { criticalRisk, tool } from "../sample.ts";
import { asks, hour, pay, payBench, shared } from "./bench.ts";

const at = Date.parse("2026-01-01T12:00:00Z");

test.each<[string, Partial<MandateTerms>, string]>([
  ["no number of calls", { count: 0 }, "number of calls"],
  ["half a call", { count: 1.5 }, "number of calls"],
  ["more than anybody counts", { count: 1001 }, "number of calls"],
  ["an end in the past", { until: at }, "future"],
  ["an end that nobody remembers", { until: at + 31 * 24 * hour }, "30 days"],
  ["no end", { until: Number.NaN }, "future"],
  ["a condition that is no CEL", { when: "input.to ==" }, "condition"],
  ["no condition", { when: "" }, "condition"],
  ["a condition on what the tool does not take", { when: "input.iban == 'x'" }, "condition"],
  ["a condition that is no truth value", { when: "input.amount" }, "condition"],
  ["a total of a text", { total: { of: "to", limit: 5 } }, "no number"],
  ["a total of nothing", { total: { of: "amount", limit: 0 } }, "above 0"],
  ["an unknown tool", { tool: "notes.delete" }, "not known here"],
  ["another contract", { contractHash: "0".repeat(64) }, "has changed"],
  [
    "a caller with a hidden character",
    { caller: { id: "an\u200Bna", kind: "agent", tenant: "acme" } },
    "hidden",
  ],
  ["a caller of another tenant", { caller: { id: "anna", kind: "agent", tenant: "other" } }, "tenant"],
  ["a caller of another issuer", { caller: { id: "ben", kind: "agent", tenant: "acme" } }, "for whom"],
])("nobody grants %s", async (_, changes, problem) => {
  const { desk, terms } = payBench();
  const granted = await desk.mandates.grant(terms(changes), annaHerself);
  expect(granted).toEqual({ ok: false, message: expect.stringContaining(problem) });
  expect(await desk.mandates.list(annaHerself)).toEqual([]);
});

test.each([
  ["forbidden", tool({ riskLevel: "forbidden", name: "notes.create" }), "forbidden"],
  ["asked about in no case", tool({ name: "notes.create" }), "nobody is asked"],
  ["approved in the client", pay({ confirmation: { kind: "always", by: "here" } }), "in the client"],
  ["approved by two people", pay(two), "several people"],
])("a tool that is %s has no standing approvals", async (_, given, problem) => {
  const { desk, terms } = payBench({ tools: [given] });
  const granted = await desk.mandates.grant(terms({ when: "true" }), annaHerself);
  expect(granted).toMatchObject({ ok: false, message: expect.stringContaining(problem) });
  expect(await desk.mandates.start({ tool: "notes.create" }, annaHerself)).toBeUndefined();
  expect(await desk.mandates.tools(annaHerself)).toEqual([]);
});

test("calls of critical risk are approved beforehand by a person with a fresh log-in, never by an operator", async () => {
  const { desk, terms } = payBench({ tools: [pay(criticalRisk)] });
  const granted = (reviewer: Reviewer) => desk.mandates.grant(terms(), reviewer);
  const since = (ms: number) => person("anna", { authTime: (at - ms) / 1000 });
  const refused = { ok: false, message: expect.stringContaining("sign in again") };
  expect(await granted(annaHerself)).toEqual(refused);
  expect(await granted(operator)).toEqual(refused);
  expect(await granted(since(hour))).toEqual(refused);
  expect(await desk.mandates.start({ tool: "notes.create" }, since(hour))).toMatchObject({
    lacksLogIn: true,
  });
  expect(await granted(since(60_000))).toMatchObject({ ok: true });
});

test("a refinement of critical risk makes the grant one of critical risk", async () => {
  const refined = pay({
    refinements: [{ when: "input.amount > 1000.0", riskLevel: "critical", hints: pay().hints }],
  } as never);
  const { desk, terms } = payBench({ tools: [refined] });
  expect(await desk.mandates.grant(terms(), annaHerself)).toMatchObject({ ok: false });
});

test("what cannot be recorded is not granted", async () => {
  const audit = memoryAudit();
  let isDown = false;
  const append: typeof audit.append = (entry) =>
    isDown ? Promise.reject(new Error("disk full")) : audit.append(entry);
  const { desk, pay: pays, terms } = payBench({ audit: { ...audit, append } });
  isDown = true;
  expect(await desk.mandates.grant(terms(), annaHerself)).toMatchObject({ ok: false });
  isDown = false;
  expect(await pays()).toBe(asks);
});

test("from a waiting call, the terms are calls with the same values: of a number that is no money, less may be more", async () => {
  const { desk, pay: pays, ...server } = payBench();
  const approval = await waitFor(server, { to: "bob", amount: 10, memo: "rent" });
  const start = await desk.mandates.start({ approval }, annaHerself);
  expect(start?.terms).toMatchObject({
    caller: { id: "anna", kind: "agent", tenant: "acme" },
    when: 'input.amount == 10.0 && input.to == "bob"',
    count: 5,
  });
  expect(start?.terms).not.toHaveProperty("total");
  expect(await desk.mandates.start({ approval }, person("eve", { tenant: "evil" }))).toBeUndefined();
  if (start) expect(await desk.mandates.grant(start.terms, annaHerself)).toMatchObject({ ok: true });
  expect([await pays(10), await pays(9), await pays(11), await pays(10, "eve")]).toEqual([
    "completed",
    asks,
    asks,
    asks,
  ]);
});

test("a text of the call cannot end its quotation in the condition", async () => {
  const { desk, ...server } = payBench();
  for (const to of ['" || true || "', "\\", "\n", "a\u2028b", "${x}", "'"]) {
    const approval = await waitFor(server, { to, amount: 1 });
    const start = await desk.mandates.start({ approval }, annaHerself);
    if (!start) throw new Error("it waits");
    // As the trail has it: the waiting call itself is none of the examples.
    const { input: _, ...others } = start;
    const { allowed } = await desk.mandates.examples(start.terms, others);
    expect(allowed).toEqual([{ to, amount: 1 }]);
  }
});

test("the question shows calls that would run, calls that would be asked about, and what may be anything", async () => {
  const { desk, pay: pays, terms, ...server } = payBench();
  for (const [amount, to] of [
    [10, "bob"],
    [60, "bob"],
    [10, "eve"],
  ] as const)
    await pays(amount, to);
  const approval = await waitFor(server, { to: "bob", amount: 10, memo: "rent" });
  const start = await desk.mandates.start({ approval }, annaHerself);
  if (!start) throw new Error("it waits");
  const { allowed, asked, open } = await desk.mandates.examples(terms(), start);
  expect(allowed).toEqual([{ to: "bob", amount: 10 }]);
  expect(asked).toEqual([
    { to: "eve", amount: 10 },
    { to: "bob", amount: 60 },
  ]);
  expect(open).toEqual(["memo"]);
  const wide = await desk.mandates.examples(terms({ when: "input.amount > 0.0 || true" }), start);
  expect(wide.open).toEqual(["amount", "memo", "to"]);
});

test("an edit only narrows, counts what was used, and never leaves two that count", async () => {
  const { desk, grant, pay: pays, terms } = payBench();
  const old = await grant({ count: 3, total: { of: "amount", limit: 100 } });
  expect(await pays(40)).toBe("completed");
  const narrowed = (changes: Partial<MandateTerms>) =>
    desk.mandates.grant(terms({ count: 2, total: { of: "amount", limit: 60 }, ...changes }), annaHerself, {
      replaces: old.id,
    });
  const both = (added: string) => `(${old.when}) && (${added})`;
  for (const wider of [
    { count: 3 },
    { total: { of: "amount", limit: 61 } },
    { until: old.until + 1 },
    { when: "true" },
    { when: both("true) || (true") },
    { when: `${both("true")} || (true)` },
    { caller: { id: "anna", kind: "user", tenant: "acme" } as const },
  ])
    expect([wider, await narrowed(wider)]).toEqual([wider, { ok: false, message: expect.any(String) }]);
  expect(await narrowed({ when: both("input.amount < 20.0") })).toMatchObject({ ok: true });
  expect(await narrowed({})).toMatchObject({ ok: false });
  expect([await pays(30), await pays(19)]).toEqual([asks, "completed"]);
  const states = (await desk.mandates.list(annaHerself)).map(({ state }) => state);
  expect(states.toSorted()).toEqual(["active", "replaced"]);
});

test("a changed contract suspends it, until a person has looked at it again", async () => {
  const store = shared();
  const before = payBench(store);
  const { id } = await before.grant({ count: 9 });
  const after = payBench({ ...store, tools: [pay({ description: "Pays twice." })] });
  expect(await after.pay()).toBe(asks);
  const start = await after.desk.mandates.start({ mandate: id }, annaHerself);
  expect(start?.old?.contract.description).not.toBe(start?.tool.description);
  if (start) await after.desk.mandates.grant(start.terms, annaHerself, { replaces: id });
  expect(await after.pay(11)).toBe("completed");
  expect(await before.pay(12)).toBe(asks);
});

test("a process without contracts shows and revokes, and grants nothing", async () => {
  const store = shared();
  const audit = memoryAudit();
  const server = payBench({ ...store, audit });
  const { id } = await server.grant();
  const desk = openApprovals({ ...store, stateKeys: [new Uint8Array(32).fill(7)], audit });
  expect(await desk.mandates.list(operator)).toMatchObject([{ id, state: "active", tool: "notes.create" }]);
  expect(await desk.mandates.grant(server.terms(), operator)).toMatchObject({ ok: false });
  expect(await desk.mandates.start({ tool: "notes.create" }, operator)).toBeUndefined();
  expect(await desk.mandates.revoke(id, operator, { via: "terminal" })).toMatchObject({ ok: true });
  expect(await server.pay()).toBe(asks);
  expect(audit.records.at(-3)).toMatchObject({ decision: "revoked", reason: "revoked", via: "terminal" });
});

test("others of the tenant see it if they may approve such calls; nobody else learns of it", async () => {
  const { desk, grant } = payBench({
    tools: [pay({ confirmation: { kind: "always", by: "inbox", approver: "other", from: "notes:approve" } })],
  });
  const { id } = await grant({}, carla);
  const sees = async (reviewer: Reviewer) => (await desk.mandates.get(id, reviewer))?.id === id;
  expect(await sees(person("dora", { permissions: ["notes:approve"] }))).toBe(true);
  expect(await sees(annaHerself)).toBe(true);
  expect(await sees(person("ben"))).toBe(false);
  expect(await sees(person("dora", { permissions: ["notes:approve"], tenant: "other" }))).toBe(false);
});
