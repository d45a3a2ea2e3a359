import assert from "node:assert/strict";
import { test } from "node:test";
import { testPerson } from "@proviso/inbox/testing";
import { memoryState, type CallError, type Principal } from "@proviso/server";
import { createApp } from "../app.ts";
import { openPayments } from "../ports.ts";

const agent: Principal = {
  id: "agent",
  kind: "agent",
  permissions: ["payments:read", "payments:refund"],
};

function open() {
  const { app, approvals } = createApp(memoryState(), openPayments());
  const otto = testPerson(approvals, { id: "otto", permissions: ["payments:approve"] });
  const { payments } = app.as(agent);
  return { payments, otto, refund: () => payments.refund({ paymentId: "pay_1", cents: 500 }) };
}

const waits = ({ code }: CallError) => code === "approval_pending";

test("a refund runs once Otto has read it and said yes", async () => {
  const { payments, otto, refund } = open();
  await assert.rejects(refund, waits);
  const { shown } = await otto.question();
  assert.deepEqual(shown.input, { paymentId: "pay_1", cents: 500 });
  assert.equal((await payments.list({})).payments[0]?.refunded, 0);
  await otto.approve();
  assert.deepEqual(await refund(), { left: 4400 });
});

test("a refund that Otto denies does not run", async () => {
  const { payments, otto, refund } = open();
  await assert.rejects(refund, waits);
  await otto.deny();
  await assert.rejects(refund, ({ code }: CallError) => code === "confirmation_declined");
  assert.equal((await payments.list({})).payments[0]?.refunded, 0);
});

test("a dry run says what a refund would do, and changes nothing", async () => {
  const { payments } = open();
  const { customer, left } = await payments.refund.plan({ paymentId: "pay_1", cents: 500 });
  assert.deepEqual([customer, left], ["Mia Berg", 4400]);
  assert.equal((await payments.list({})).payments[0]?.refunded, 0);
});
