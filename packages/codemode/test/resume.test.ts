// A program is resumed by replaying its journal: after a restart, by the same caller, with the same source and the same calls.
import { expect, test } from "vitest";
import { tool } from "../../server/test/sample.ts";
import { erase, list, note, numbers, refund, refundAll, refundEach, shop } from "./shop.ts";

test("a program that waits survives a restart, and reads nothing again", async () => {
  const before = shop({ orders: 3 });
  await before.run(refundAll);
  const after = shop({ orders: 99, former: before });
  await after.person.approve();
  expect((await after.run(refundAll)).said).toMatchObject({ status: "done", result: 3 });
  expect(after.done).toEqual(numbers(3));
  expect(after.reads()).toBe(0);
});

test("an approved set is continued after a crash: no call twice, and nobody is asked again", async () => {
  let crash = true;
  const before = shop({
    orders: 5,
    refunded: (id) => {
      if (id === "o3" && crash) throw new Error("crash");
    },
  });
  const source = refundEach;
  await before.run(source);
  await before.person.approve();
  const { said } = await before.run(source);
  crash = false;
  // The handler broke its contract after it had acted, so the outcome is unknown, and the call is not made again.
  expect(said).toMatchObject({ status: "done", result: ["outcome_unknown"] });
  expect(before.done).toEqual(numbers(5));
});

test("an edited program finds no approval and no journal of the other", async () => {
  const { done, person, run } = shop({ orders: 3 });
  await run(refundAll);
  await person.approve();
  const edited = refundAll.replace("cents,", "cents: cents * 100,");
  expect((await run(edited)).said).toMatchObject({ code: "approval_pending" });
  expect(done).toEqual([]);
});

test("a program whose calls differ from its journal is refused", async () => {
  const source = `
    for (const domain of Object.keys(tools)) await tools[domain].list?.().catch(() => {});
    await tools.notes.create({ text: Object.keys(tools).join() });
    await tools.orders.erase({ orderId: "x", amount: { cents: 1, currency: "EUR" } });`;
  const before = shop({ tools: [list, note, erase] });
  expect((await before.run(source)).said).toMatchObject({ status: "waiting" });
  const extra = tool({ ...list, name: "archive.list", domain: "archive" });
  const after = shop({ tools: [list, note, erase, extra], former: before });
  expect((await after.run(source)).said).toMatchObject({
    code: "program_failed",
    message: expect.stringContaining("differs from the one that it made before"),
  });
});

test("a denied set runs nothing, and a paused tool ends an approved one", async () => {
  const { done, person, run, server } = shop({ orders: 3 });
  await run(refundAll);
  await person.deny();
  expect((await run(refundAll)).said).toMatchObject({ code: "confirmation_declined" });
  const other = `${refundAll} // again`;
  await run(other);
  await person.approve();
  await server.pauses.pause("tool:orders.refund", { operator: "olga" });
  await server.pauses.resume("tool:orders.refund", { operator: "olga" });
  expect((await run(other)).said).toMatchObject({ code: "approval_pending" });
  expect(done).toEqual([]);
});

test("a set ends with the contract of its calls, and with its time", async () => {
  const before = shop({ orders: 3 });
  await before.run(refundAll);
  await before.person.approve();
  const stricter = tool({ ...refund, description: "Gives money back." });
  const after = shop({ tools: [list, stricter, note, erase], former: before });
  expect((await after.run(refundAll)).said).toMatchObject({ code: "approval_pending" });
  expect(after.done).toEqual([]);
});

test("what a paused tool had read is not given, and is read anew after the pause", async () => {
  const { done, person, reads, run, server } = shop({ orders: 3 });
  await run(refundAll);
  await person.approve();
  await server.pauses.pause("tool:orders.list", { operator: "olga" });
  expect((await run(refundAll)).said).toMatchObject({
    status: "waiting",
    message: expect.stringContaining("paused orders.list"),
  });
  expect([done, reads()]).toEqual([[], 1]);
  await server.pauses.resume("tool:orders.list", { operator: "olga" });
  expect((await run(refundAll)).said).toMatchObject({ status: "done" });
  expect([done, reads()]).toEqual([numbers(3), 2]);
});

test("what a tool had read under another contract is read anew, and what it has done is not given", async () => {
  const source = `${refundAll.replace("return", "await tools.orders.erase({ orderId: 'x', amount: { cents: 1, currency: 'EUR' } }); return")}`;
  const before = shop({ orders: 2 });
  await before.run(source);
  await before.person.approve();
  expect((await before.run(source)).said).toMatchObject({ waits: [{ tool: "orders.erase" }] });
  const other = { description: "Of this year." };
  const read = shop({
    tools: [tool({ ...list, ...other }), refund, note, erase],
    orders: 2,
    former: before,
  });
  await read.run(source);
  expect(read.reads()).toBe(1);
  const wrote = shop({
    tools: [list, tool({ ...refund, ...other }), note, erase],
    orders: 2,
    former: before,
  });
  expect((await wrote.run(source)).said).toMatchObject({
    status: "waiting",
    calls: 1,
    message: expect.stringContaining("contract of orders.refund has changed"),
  });
  expect(wrote.done).toEqual(numbers(2));
});

test("the same program by two calls at once makes no call twice", async () => {
  const { done, person, run } = shop({ orders: 4 });
  await run(refundAll);
  await person.approve();
  const ended = await Promise.all([run(refundAll), run(refundAll)]);
  expect(new Set(done).size).toBe(done.length);
  if (!ended.some(({ said }) => said["status"] === "done")) await run(refundAll);
  expect(new Set(done).size).toBe(done.length);
  for (const each of done) expect(numbers(4)).toContain(each);
});
