// A yes that was given beforehand covers what its terms say, and nothing beside it.
import { expect, test } from "vitest";
import { memoryAudit } from "../../../server/src/testing.ts";
import { annaHerself, carla, other, person, waitFor } from "../approvals/people.ts";
import { anna, ben, preview } from "../sample.ts";
import { asks, hour, pay, payBench, shared, terms } from "./bench.ts";

test("calls that the terms cover run without anybody being asked, as often as granted", async () => {
  const { grant, pay: pays, ran } = payBench();
  expect(await pays()).toBe(asks);
  await grant({ count: 2 });
  expect([await pays(), await pays(50), await pays()]).toEqual(["completed", "completed", asks]);
  expect(ran).toHaveLength(2);
});

test("a call for which the condition is false, or cannot be evaluated, is asked about", async () => {
  const { callWith, grant } = payBench();
  await grant({ when: 'input.memo.startsWith("rent")' });
  expect(await callWith({ to: "bob", amount: 1 })).toBe(asks);
  expect(await callWith({ to: "bob", amount: 1, memo: "food" })).toBe(asks);
  expect(await callWith({ to: "bob", amount: 1, memo: "rent May" })).toBe("completed");
});

const toAccount = pay({
  summary: "Pay {amount} to {to}, {memo}",
} as Parameters<typeof pay>[0]);
const [first, second] = ["DE89370400440532013000", "DE02120300000000202051"];

test("a payee's other account is asked about, unless the condition names it", async () => {
  const { callWith, desk, grant } = payBench({ tools: [toAccount] });
  const open = await grant({ count: 9, when: 'input.memo.startsWith("DE")' });
  const to = "bob";
  expect(await callWith({ to, amount: 1, memo: first })).toBe("completed");
  expect(await callWith({ to, amount: 2, memo: first })).toBe("completed");
  for (const name of ["bob", "Bob ", "b0b"])
    expect([name, await callWith({ to: name, amount: 3, memo: second })]).toEqual([name, asks]);
  const { allowed, asked } = await desk.mandates.examples(open, { terms: open, tool: toAccount });
  expect([allowed.map((each) => each["to"]), asked.map((each) => each["to"])]).toEqual([
    ["bob", "bob"],
    ["b0b", "Bob ", "bob"],
  ]);
  expect(await callWith({ to: "carl", amount: 3, memo: second })).toBe("completed");
  await desk.mandates.revoke(open.id, annaHerself);
  await grant({ when: `input.memo == "${second}"` });
  expect(await callWith({ to, amount: 4, memo: second })).toBe("completed");
});

test("calls that do nothing do not push a payee's earlier account out of view", async () => {
  const { callWith, desk, grant } = payBench({ tools: [toAccount] });
  const open = await grant({ count: 9, when: "input.amount <= 50.0" });
  expect(await callWith({ to: "bob", amount: 1, memo: first })).toBe("completed");
  for (let at = 0; at < 2000; at++) await callWith({ to: "bob" });
  expect(await callWith({ to: "bob", amount: 3, memo: second })).toBe(asks);
  expect(await callWith({ to: "carl", amount: 3, memo: second })).toBe(asks);
  await desk.mandates.revoke(open.id, annaHerself);
  await grant({ count: 9, when: `input.memo == "${first}"` });
  expect(await callWith({ to: "bob", amount: 3, memo: first })).toBe("completed");
});

test("where the trail cannot be read, a call to an account that the condition leaves open is asked about", async () => {
  const { newest: _newest, ...audit } = memoryAudit();
  const { callWith, grant } = payBench({ tools: [toAccount], audit });
  await grant({ count: 9, when: "input.amount <= 50.0" });
  expect(await callWith({ to: "bob", amount: 1, memo: first })).toBe(asks);
  expect(await callWith({ to: "bob", amount: 1, memo: "rent" })).toBe("completed");
});

test("amounts count towards the total, whatever becomes of the call; what is no amount is asked about", async () => {
  const { grant, pay: pays } = payBench();
  await grant({ count: 9, when: "true || input.amount > 0.0", total: { of: "amount", limit: 100 } });
  const words = [];
  for (const amount of [60, 41, -500, 40, 1]) words.push(await pays(amount));
  expect(words).toEqual(["completed", asks, asks, "completed", asks]);
});

test("it counts for one caller: not for another person, tenant, issuer or kind, and no look-alike", async () => {
  const { callWith, grant } = payBench();
  await grant();
  const input = { to: "bob", amount: 1 };
  const others = [
    ben,
    { ...anna, id: "аnna" },
    { ...anna, id: "Anna" },
    { ...anna, id: "anna " },
    { ...anna, tenant: "other" },
    { ...anna, issuer: "https://b.example" },
    { ...anna, kind: "user" as const },
  ];
  for (const each of others) expect([each, await callWith(input, each)]).toEqual([each, asks]);
  expect(await callWith(input)).toBe("completed");
});

test("it counts for one product, environment and contract", async () => {
  const { clock, store } = shared();
  const [live, test1] = [payBench({ clock, store }), payBench({ clock, store, env: "test" })];
  await live.grant();
  expect(await test1.pay()).toBe(asks);
  expect(await test1.desk.mandates.list(annaHerself)).toEqual([]);
  const changed = payBench({ clock, store, tools: [pay({ title: "Pay somebody" })] });
  expect(await changed.pay()).toBe(asks);
  const [seen] = await changed.desk.mandates.list(annaHerself);
  expect(seen?.state).toBe("contract_changed");
  expect(await live.pay()).toBe("completed");
});

test("its time is up for ever, though the clock is set back", async () => {
  const { clock, grant, pay: pays } = payBench();
  await grant({ count: 9 });
  expect(await pays()).toBe("completed");
  clock.advance(2 * hour);
  expect(await pays()).toBe(asks);
  clock.advance(-hour);
  expect(await pays(11)).toBe(asks);
});

test("a clock that is set back behind its last use suspends it", async () => {
  const { clock, grant, pay: pays } = payBench();
  await grant({ count: 9 });
  clock.advance(hour);
  expect(await pays()).toBe("completed");
  clock.advance(-hour / 2);
  expect(await pays()).toBe(asks);
  clock.advance(hour / 2);
  expect(await pays()).toBe("completed");
});

test("it ends in every process when anybody ends it who may say no", async () => {
  const { clock, store } = shared();
  const [one, two] = [payBench({ clock, store }), payBench({ clock, store })];
  const { id } = await one.grant({ count: 9 });
  expect(await two.pay()).toBe("completed");
  expect(await two.desk.mandates.revoke(id, person("eve", { tenant: "evil" }))).toMatchObject({ ok: false });
  expect(await two.desk.mandates.revoke(id, { principal: anna })).toMatchObject({ ok: false });
  expect(await two.desk.mandates.revoke(id, annaHerself)).toMatchObject({ ok: true });
  expect([await one.pay(), await two.pay(11)]).toEqual([asks, asks]);
});

test("a pause suspends it, until a person has looked again", async () => {
  const { desk, grant, pay: pays, server } = payBench();
  const { id } = await grant({ count: 9 });
  await server.pauses.pause("tool:notes.create", { operator: "olga" });
  await server.pauses.resume("tool:notes.create", { operator: "olga" });
  expect(await pays()).toBe(asks);
  const again = await desk.mandates.grant(terms({ count: 3 }), annaHerself, { replaces: id });
  expect(again).toMatchObject({ ok: true });
  expect(await pays(11)).toBe("completed");
});

test("what people have said about exactly this call comes first: a no counts, and a yes is used", async () => {
  const { desk, grant, pay: pays, ran, ...server } = payBench();
  const input = { to: "bob", amount: 10 };
  await desk.deny(await waitFor(server, input), annaHerself);
  const { id } = await grant();
  expect(await pays()).toBe("refused confirmation_declined");
  await desk.mandates.revoke(id, annaHerself);
  const approved = await waitFor(server, { ...input, amount: 11 });
  await desk.approve(approved, annaHerself);
  await grant();
  expect(await pays(11)).toBe("completed");
  expect((await desk.mandates.list(annaHerself))[0]).toMatchObject({ used: 0 });
  expect(ran).toHaveLength(1);
});

test("one request runs once: what waited for the same call ends when the mandate covers it", async () => {
  const { desk, grant, pay: pays, ...server } = payBench();
  const waiting = await waitFor(server, { to: "bob", amount: 10 });
  await grant();
  expect(await pays()).toBe("completed");
  expect(await desk.get(waiting, annaHerself)).toMatchObject({ state: "withdrawn", withdrawn: "mandate" });
});

test("each use is on record with the mandate's id, and among what was decided", async () => {
  const audit = memoryAudit();
  const { desk, grant, pay: pays } = payBench({ audit });
  const { id } = await grant();
  await pays();
  await pays(20);
  const uses = audit.records.filter(({ kind }) => kind === "approval");
  expect(uses).toMatchObject([
    { mandate: id.slice(0, 16), approvers: [{ id: "anna", via: "in process" }], summary: 'Pay 10 to "bob"' },
    { mandate: id.slice(0, 16) },
  ]);
  expect(new Set(uses.map(({ request }) => request)).size).toBe(2);
  const granted = audit.records.find(({ decision }) => decision === "granted");
  expect(granted).toMatchObject({ mandate: id.slice(0, 16), details: { count: 2, caller: { id: "anna" } } });
  const shown = (await desk.list(annaHerself)).filter(({ state }) => state === "consumed");
  expect(shown.map(({ mandate }) => mandate)).toEqual([
    { id, use: expect.any(Number), of: 2 },
    { id, use: expect.any(Number), of: 2 },
  ]);
  expect(shown[0]?.decisions).toMatchObject([{ by: { id: "anna" }, verdict: "approve" }]);
});

test("people are told of each use, as they would be of a question", async () => {
  const told: (string | undefined)[] = [];
  const notifier = {
    name: "the log",
    notify: async ({ approval }: { approval: { state: string; mandate?: { use: number } } }) =>
      void told.push(`${approval.state} ${approval.mandate?.use}`),
  };
  const { grant, pay: pays } = payBench({ approvals: { notify: [notifier] } });
  await grant();
  await pays();
  await pays(20);
  await expect.poll(() => told).toEqual(["consumed 1", "consumed 2"]);
});

test("a call whose plan warns is asked about", async () => {
  let warnings: readonly string[] = [];
  const planned = pay({ dryRun: { mode: "supported", preview } });
  const plan = () => ({ count: 1, warnings });
  const { grant, pay: pays } = payBench({ tools: [planned], plan });
  await grant();
  expect(await pays()).toBe("completed");
  warnings = ["The account is new."];
  expect(await pays(11)).toBe(asks);
});

test("whoever may not approve such calls grants none, and a mandate covers what its grantor could approve", async () => {
  const { desk, grant, callWith, terms: own } = payBench({ tools: [pay(other)] });
  const granted = (reviewer: typeof carla) => desk.mandates.grant(own(), reviewer);
  expect(await granted(annaHerself)).toMatchObject({ ok: false, message: expect.stringContaining("else") });
  expect(await granted(person("ben"))).toMatchObject({ ok: false });
  expect(await granted({ principal: anna })).toMatchObject({ ok: false });
  await grant({}, carla);
  expect(await callWith({ to: "bob", amount: 1 })).toBe("completed");
});
