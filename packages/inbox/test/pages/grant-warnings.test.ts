// What a person reads before the next calls are approved with the one that waits, and afterwards.
import { expect, test } from "vitest";
import { carla, other, waitFor } from "../approvals/people.ts";
import { anna, tool } from "../sample.ts";
import { paid, payment, plain } from "./payment.ts";
import { serveInbox } from "./served-inbox.ts";
import { signIn } from "./signed-in.ts";

const entered = { when: "input.cents <= 48390.0", count: "5", of: "", limit: "", hours: "24" };

test("what is new about the waiting call stands in the form and in the offer, and that it is approved stands afterwards", async () => {
  await using served = await serveInbox({ tools: [payment] });
  const { app } = served;
  await app.desk.approve(await waitFor(app, paid), carla);
  await app.callAs(anna)("notes.create", paid);
  const id = await waitFor(app, { ...paid, iban: "GB29NWBK60161331926819" });
  const { send, page, offer } = await signIn(served, carla);
  const path = `/mandates/new?approval=${id}`;
  for (const fields of [undefined, entered]) {
    expect(await send(path, fields)).toBe("200 ");
    expect(plain(page())).toContain("Another account than before. All earlier calls with this payee");
  }
  expect(plain(page())).not.toContain('"GB29 NWBK 6016 1331 9268 19"');
  const [status = "", address = ""] = (await send(path, { offer: offer() })).split(" ");
  expect([status, await send(address)]).toEqual(["303", "200 "]);
  expect(plain(page())).toMatch(/The waiting call is approved too: Pay EUR 483\.90 to "Papierhaus", "GB29/);
  await send(address.replace(/\?.*/, ""));
  expect(page()).not.toContain("The waiting call");
});

test("the form says what it cannot limit and what belongs to one call alone, and limits a list to what it holds", async () => {
  const text = { type: "string" };
  const inputSchema = {
    type: "object",
    properties: { to: { type: "array", items: text }, reference: text, payee: text, body: text },
  } as const;
  const summary = "Write to {to} about {reference} of {payee}";
  await using served = await serveInbox({ tools: [tool({ ...other, inputSchema, summary })] });
  const id = await waitFor(served.app, { to: ["a@b.c", "d@b.c"], reference: "Invoice 7", payee: "Hansen" });
  const { send, page, offer } = await signIn(served, carla);
  await send(`/mandates/new?approval=${id}`);
  expect(plain(page())).toContain("body: any. Only a formula limits it.");
  expect(page()).toContain(">only these recipients</option>");
  expect(plain(page()).match(/the next calls can be about this (\w+) alone/g)).toEqual([
    "the next calls can be about this reference alone",
  ]);
  const only = { "how.to": "only", "how.reference": "any", "how.payee": "only" };
  await send(`/mandates/new?approval=${id}`, { ...entered, when: "", ...only });
  expect(plain(page())).toContain('Only recipients "a@b.c", "d@b.c". Any reference. Only payee "Hansen".');
  expect(plain(page())).toMatch(/Any reference\.\s*Any text\. .*Nobody is asked/);
  await send(`/mandates/new?approval=${id}`, { offer: offer() });
  const writes = async (...to: string[]) =>
    (await served.app.callAs(anna)("notes.create", { to, reference: "Invoice 8", payee: "Hansen" })).kind;
  const ran = [await writes("d@b.c"), await writes("a@b.c", "eve@b.c"), await writes("d@b.c", "a@b.c")];
  expect(ran).toEqual(["completed", "refused", "completed"]);
});

test("an argument whose name, depth or schema no choice can limit is said to be any", async () => {
  const deep = {
    a: {
      properties: {
        b: { properties: { c: { properties: { d: { properties: { e: { properties: { f: {} } } } } } } } },
      },
    },
  };
  const properties = {
    payee: { type: "string" },
    "payee-id": { type: "string" },
    "x.y": { type: "number" },
    "(": true,
    ...deep,
  };
  await using served = await serveInbox({
    tools: [tool({ ...other, inputSchema: { type: "object", properties }, summary: "Pay {payee}" })],
  });
  const id = await waitFor(served.app, { payee: "Hansen", "payee-id": "p1", "x.y": 7, "(": 1 });
  const { send, page } = await signIn(served, carla);
  const names = ["payee-id", "x.y", "(", "a.b.c.d.e"];
  await send(`/mandates/new?approval=${id}`);
  for (const name of names) expect(plain(page())).toContain(`${name}: any. Only a formula limits it.`);
  for (const when of ["", 'size(input.payee) > 1 && input.payee == "Hansen"']) {
    await send(`/mandates/new?approval=${id}`, { ...entered, when, "how.payee": "only" });
    for (const name of names.slice(0, 3)) expect(plain(page())).toContain(`Any ${name}.`);
  }
});
