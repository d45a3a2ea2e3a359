import type { JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import { callAs } from "@proviso/server/testing";
import { tool } from "../../server/test/sample.ts";
import { list, mia, numbers, refund, refundAll, refundEach, shop } from "./shop.ts";

test("fifty writes are one decision in the inbox, fifty records, and exactly what was shown", async () => {
  const { audit, done, person, reads, run } = shop();
  expect((await run(refundAll)).said).toMatchObject({ code: "approval_pending" });
  expect(done).toEqual([]);
  const { shown } = await person.question();
  expect(shown.message).toContain("Run 50 calls of a program: 50 × Refund an order");
  expect(shown.plan).toMatchObject({
    callsMade: 1,
    set: { sums: [{ tool: "orders.refund", count: 50, total: "EUR 62.25 in all" }] },
  });
  await person.approve();
  expect((await run(refundAll)).said).toMatchObject({ status: "done", result: 50, calls: 51 });
  expect(done).toEqual(numbers(50));
  expect(reads()).toBe(1);
  const refunds = audit.records.filter((each) => each.tool === "orders.refund");
  const kinds = (kind: string) => refunds.filter((each) => each.kind === kind);
  expect([kinds("intent").length, kinds("approval").length, kinds("outcome").length]).toEqual([50, 50, 50]);
  expect(audit.records.filter(({ decision }) => decision === "approved").length).toBe(1);
  expect(new Set(refunds.map(({ program }) => program)).size).toBe(1);
  expect(new Set(kinds("approval").map(({ via }) => via))).toEqual(new Set(["set"]));
});

test("a person at the client approves a set too", async () => {
  const { approved, done } = shop({ hasInbox: false, orders: 5 });
  expect((await approved(refundAll)).said).toMatchObject({ status: "done" });
  expect(done).toEqual(numbers(5));
});

test("a set holds no more calls of a tool than its contract lets be approved at once", async () => {
  const ten = tool({ ...refund, confirmation: { kind: "always", together: 4 } });
  const { done, person, run } = shop({ tools: [list, ten], orders: 10 });
  for (const count of [4, 4, 2]) {
    await run(refundAll);
    const question = await person.question();
    expect(question.shown.message).toContain(`${count} × Refund an order`);
    // The next set of a program is another question; only a program that is sent again repeats its calls.
    expect(question.earlier).toBeUndefined();
    await person.approve();
    const { said } = await run(refundAll);
    expect(said["status"]).toBe(done.length < 10 ? "waiting" : "done");
  }
  expect(done).toEqual(numbers(10));
  expect((await run(refundAll)).said["message"]).toContain("The same call was approved before");
});

test("a call that a person has denied is denied to a program before anybody is asked about the others", async () => {
  const { desk, done, person, run, server } = shop({ orders: 3 });
  await callAs(server, mia)("orders.refund", { orderId: "o1", amount: { cents: 100, currency: "EUR" } });
  await person.deny();
  const { said } = await run(refundAll);
  expect(said).toMatchObject({ code: "program_failed" });
  expect(said["message"]).toContain("A person was asked and said no");
  const herself = { principal: { ...mia, kind: "user" } } as const;
  expect(await desk.list(herself, { isOpen: true })).toEqual([]);
  // A program that goes on after it has a set without it.
  await run(refundEach);
  expect((await person.question()).shown.message).toContain("2 × Refund an order");
  await person.approve();
  expect((await run(refundEach)).said).toMatchObject({ status: "done", result: ["confirmation_declined"] });
  expect(done).toEqual(numbers(3).slice(1));
});

test("the label of a set is that of its calls", async () => {
  const flow = { readsPrivate: false, returnsUntrusted: false, sendsOut: false };
  const { person, run } = shop({ tools: [list, tool({ ...refund, dataFlow: flow })], orders: 2 });
  await run(refundAll);
  const { rows = [] } = (await person.question()).shown.label ?? {};
  expect(rows.find(({ id }) => id === "private")?.text).toBe("Returns none");
});

test("a call that needs a phrase is never in a set: a person is asked about it alone, and the rest goes on", async () => {
  const { done, person, run } = shop({ orders: 3 });
  const source = `await tools.orders.erase({ orderId: "o9", amount: { cents: 1, currency: "EUR" } });${refundAll}`;
  await run(source);
  const first = await person.question();
  expect(first.terms.tool).toBe("programs.run");
  expect(JSON.stringify(first.shown.plan)).not.toContain("o9");
  await person.approve();
  const waiting = await run(source);
  expect(waiting.said).toMatchObject({ status: "waiting", waits: [{ tool: "orders.erase" }] });
  expect((await person.question()).shown.phrase).toMatch(/erase/);
  expect(done).toEqual([]);
  await person.approve();
  expect((await run(source)).said).toMatchObject({ status: "done" });
  expect(done).toEqual(["erase o9 1", ...numbers(3)]);
});

test("a program that needs a real result stops there, and its next calls are another set", async () => {
  const { done, person, run } = shop({ orders: 2 });
  const source = `
    const first = await tools.orders.refund({ orderId: "a", amount: { cents: 1, currency: "EUR" } });
    await tools.orders.refund({ orderId: first.id, amount: { cents: 2, currency: "EUR" } });
    return first.id;`;
  await run(source);
  expect((await person.question()).shown.message).toContain("Run one call of a program");
  await person.approve();
  expect((await run(source)).said).toMatchObject({ status: "waiting", calls: 1 });
  expect(done).toEqual(["refund a 1"]);
  await run(source);
  await person.approve();
  expect((await run(source)).said).toMatchObject({ status: "done", result: "r1", calls: 2 });
  expect(done).toEqual(["refund a 1", "refund r1 2"]);
});

test("calls that nobody is asked about run once, after the set is approved", async () => {
  const { done, person, run } = shop({ orders: 2 });
  const source = `await tools.notes.create({ text: "begin" });${refundAll}`;
  await run(source);
  expect((await person.question()).shown.plan).toMatchObject({ callsUnasked: 1 });
  expect(done).toEqual([]);
  await person.approve();
  await run(source);
  expect(done).toEqual(["note begin", ...numbers(2)]);
});

test("a program that only reads and writes notes asks nobody, and may run again", async () => {
  const { done, reads, run } = shop();
  const source = 'await tools.notes.create({ text: "x" }); return (await tools.orders.list()).orders.length';
  for (let round = 1; round <= 2; round++) {
    expect((await run(source)).said).toMatchObject({ status: "done", result: 50 });
    expect([done.length, reads()]).toEqual([round, round]);
  }
});

test("what is unusual comes first: a large amount, another unit, the only call of its tool", async () => {
  const { person, run } = shop();
  await run(`
    const pay = (orderId, cents, currency = "EUR") => tools.orders.refund({ orderId, amount: { cents, currency } });
    for (const n of [1, 2, 3, 4, 5, 6]) await pay("o" + n, 100 + n);
    await pay("much", 900);
    await pay("other", 5, "USD");`);
  const { plan = {} } = (await person.question()).shown;
  const { calls, sums } = plan["set"] as { calls: readonly JsonObject[]; sums: readonly JsonObject[] };
  expect(calls.slice(0, 3)).toEqual([
    {
      tool: "orders.refund",
      call: 'Pay EUR 9.00 back for order "much"',
      unusual: "much more than the others",
    },
    { tool: "orders.refund", call: 'Pay USD 0.05 back for order "other"', unusual: "the only amount in USD" },
    { tool: "orders.refund", call: 'Pay EUR 1.06 back for order "o6"' },
  ]);
  expect(sums).toEqual([
    { tool: "orders.refund", count: 7, total: "EUR 15.21 in all" },
    { tool: "orders.refund", count: 1, total: "USD 0.05 in all" },
  ]);
});

test("two calls about one order say so, and a text that most calls share is nothing unusual", async () => {
  const { person, run } = shop();
  await run(`
    const pay = (orderId, cents, currency) => tools.orders.refund({ orderId, amount: { cents, currency } });
    await pay("one", 100, "EUR");
    await pay("two", 300, "EUR");
    await pay("one", 200, "EUR");`);
  const { plan = {} } = (await person.question()).shown;
  const { calls } = plan["set"] as { calls: readonly JsonObject[] };
  expect(calls.map(({ call, unusual }) => [call, unusual])).toEqual([
    ['Pay EUR 2.00 back for order "one"', "the same orderId as another call"],
    ['Pay EUR 1.00 back for order "one"', "the same orderId as another call"],
    ['Pay EUR 3.00 back for order "two"', undefined],
  ]);
});

test("amounts in no known currency are named and come first, negative ones stand out, and sums are exact", async () => {
  const { person, run } = shop();
  const most = Number.MAX_SAFE_INTEGER;
  await run(`
    const pay = (orderId, cents, currency = "EUR") => tools.orders.refund({ orderId, amount: { cents, currency } });
    for (const n of [1, 2, 3, 4]) await pay("o" + n, 100);
    await pay("less", -90);
    await pay("a", 5, "eur");
    await pay("b", 5, "eur");
    await pay("c", ${most}, "USD");
    await pay("d", ${most}, "USD");`);
  const { message, plan = {} } = (await person.question()).shown;
  const { calls, sums } = plan["set"] as { calls: readonly JsonObject[]; sums: readonly JsonObject[] };
  const unusual = "its amount is in no known currency";
  const refunds = { tool: "orders.refund" };
  expect(calls.slice(0, 3)).toEqual([
    {
      ...refunds,
      call: 'Pay -EUR 0.90 back for order "less"',
      unusual: "less than nothing, which lowers the sum",
    },
    { ...refunds, call: 'Pay 5 back for order "a"', unusual, with: { amount: { currency: "eur" } } },
    { ...refunds, call: 'Pay 5 back for order "b"', unusual, with: { amount: { currency: "eur" } } },
  ]);
  expect(sums).toEqual([
    { ...refunds, count: 5, total: "EUR 3.10 in all" },
    { ...refunds, count: 2, total: "amounts that are not added up" },
    { ...refunds, count: 2, total: "too much USD to add up" },
  ]);
  expect(message).toContain("eur");
});

test("a set has no sum where a tool moves money whose amounts are not added up", async () => {
  const fee = tool({
    ...refund,
    name: "orders.erase",
    summary: "Pay {amount.cents, money EUR} and again {amount.cents, money EUR} for {orderId}",
  });
  const { person, run } = shop({ tools: [list, refund, fee], orders: 2 });
  await run(
    `await tools.orders.erase({ orderId: "o9", amount: { cents: 500, currency: "EUR" } });${refundAll}`,
  );
  const { message, plan = {} } = (await person.question()).shown;
  expect((plan["set"] as JsonObject)["sums"]).toEqual([
    { tool: "orders.erase", count: 1, total: "amounts that are not added up" },
    { tool: "orders.refund", count: 2, total: "EUR 2.01 in all" },
  ]);
  expect(message).not.toMatch(/Run 3 calls[^\n]*in all/);
});

test("the question in text shows every call of a set", async () => {
  const { person, run } = shop();
  await run(refundAll);
  const { message } = (await person.question()).shown;
  const lines = message.split("\n");
  const yes = lines.indexOf(
    "A yes lets each of these calls run once, with exactly what is shown, and nothing else. In quotes in the numbered lines, and under `Arguments`: what the caller wrote. Nobody has checked it. What is foreseen of one call does not count the others.",
  );
  expect(yes).toBeLessThan(5);
  for (let n = 1; n <= 50; n++)
    expect(lines[yes + n]).toMatch(new RegExp(`^${n}\\. Pay EUR .* back for order "o\\d+"$`));
  expect(message).not.toContain("A yes runs");
  expect(message).not.toContain("A repeated call acts again");
  for (const line of ["- sum1.count: `50`", '- sum1.tool: `"orders.refund"`', "- callsMade: `1`"])
    expect(message).toContain(line);
  expect(message).not.toContain("set.");
});

test("a budget holds inside a set", async () => {
  const budget = { of: "input.amount.cents", per: "principal", limit: 350, everyMs: 3_600_000 } as const;
  const { done, person, run } = shop({ tools: [list, tool({ ...refund, budget })], orders: 5 });
  await run(refundEach);
  await person.approve();
  expect((await run(refundEach)).said).toMatchObject({
    status: "done",
    result: ["rate_limit_exceeded", "rate_limit_exceeded"],
  });
  expect(done).toEqual(numbers(3));
});

test("a standing approval covers calls of a program as often as it says, and a person is asked about the rest", async () => {
  const { clock, desk, done, person, run } = shop({ orders: 3 });
  const herself = { principal: { ...mia, kind: "user" } } as const;
  const until = clock.now().getTime() + 3_600_000;
  const caller = { id: "mia", kind: "agent", tenant: "acme" } as const;
  const terms = {
    tool: "orders.refund",
    caller,
    when: "input.amount.cents < 1000",
    count: 2,
    until,
    contractHash: refund.hash,
  };
  expect(await desk.mandates.grant(terms, herself)).toMatchObject({ ok: true });
  expect((await run(refundAll)).said).toMatchObject({ status: "waiting" });
  expect(done).toEqual(numbers(2));
  await run(refundAll);
  expect((await person.question()).shown.message).toContain("Run one call of a program");
  await person.approve();
  expect((await run(refundAll)).said).toMatchObject({ status: "done" });
  expect(done).toEqual(numbers(3));
});
