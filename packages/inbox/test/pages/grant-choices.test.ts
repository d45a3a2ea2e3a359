// The form of a standing approval without code: its choices become the condition, and the narrow one is first.
import { expect, test } from "vitest";
import { annaHerself, waitFor } from "../approvals/people.ts";
import { refund, refunds } from "../mandates/refunds.ts";
import { serveInbox, type ServedInbox } from "./served-inbox.ts";
import { signIn } from "./signed-in.ts";

const all = {
  "how.amount.cents": "most",
  "value.amount.cents": "11.00",
  "how.orderId": "only",
  "how.reason": "only",
};
const proposed =
  'input.amount.cents <= 1100.0 && input.amount.currency == "EUR" && input.orderId == "ord_0007" && input.reason == "damaged"';
const rest = { count: "5", of: "amount.cents", limit: "55.00", hours: "24" };

async function opened(served: ServedInbox) {
  const approval = await waitFor(served.app, refund());
  const anna = await signIn(served);
  const path = `/mandates/new?approval=${approval}`;
  expect(await anna.send(path)).toBe("200 ");
  const grants = async (fields: Record<string, string>) => {
    await anna.send(path);
    const status = await anna.send(path, { ...rest, ...all, ...fields });
    if (status !== "200 ") return status;
    await anna.send(path, { offer: anna.offer() });
    const [mandate] = await served.app.desk.mandates.list(annaHerself);
    return mandate;
  };
  return { anna, grants, path };
}

test("the form has a choice for each value of the sentence, in its words and its unit", async () => {
  await using served = await serveInbox({ tools: [refunds()] });
  const { anna } = await opened(served);
  const page = anna.page().replaceAll(/\s+/g, " ");
  expect(page).toMatch(/<option value="most" selected ?>at most<.*value="11\.00"/);
  expect(page).toMatch(
    /&quot;ord_0007&quot;<\/label.*<option value="only" selected ?>only this order<.*>any order</,
  );
  expect(page).toContain("the next calls can be about this order alone");
  expect(page).toMatch(/>amount, in EUR<.*name="limit" value="55\.00"/);
  expect(page).toMatch(/<details > <summary>As a formula, for programmers/);
});

test.each<[string, Record<string, string>, string]>([
  ["nothing is changed", {}, proposed.replace(/^(.*?) && (.*?) &&/, "$2 && $1 &&")],
  [
    "any order",
    { "how.orderId": "any", "value.amount.cents": "20,5" },
    'input.amount.currency == "EUR" && input.amount.cents <= 2050.0 && input.reason == "damaged"',
  ],
  [
    "any amount stays in its currency",
    { "how.amount.cents": "any", "how.orderId": "any", "how.reason": "any" },
    'input.amount.currency == "EUR"',
  ],
  ["a condition counts in place of choices", { "how.orderId": "any", when: "true" }, "true"],
])("%s", async (_, fields, when) => {
  await using served = await serveInbox({ tools: [refunds()] });
  const { grants } = await opened(served);
  expect(await grants(fields)).toMatchObject({ when, total: { of: "amount.cents", limit: 5500 } });
});

test("a currency that nobody knows stays that of the call", async () => {
  await using served = await serveInbox({ tools: [refunds()] });
  const approval = await waitFor(served.app, refund("ord_0007", 1100, "EURO"));
  const anna = await signIn(served);
  const path = `/mandates/new?approval=${approval}`;
  await anna.send(path);
  const fields = { ...rest, ...all, "value.amount.cents": "1100", limit: "5500" };
  await anna.send(path, fields);
  expect(anna.page()).toContain("Any amount up to 1,100 &quot;EURO&quot;.");
  expect(anna.page()).toContain("input.amount.currency == &quot;EURO&quot;");
});

test.each(["", "1,000", "11.005", "-1", "eleven", "1e3"])(
  "the amount %j is asked for again",
  async (amount) => {
    await using served = await serveInbox({ tools: [refunds()] });
    const { anna, grants } = await opened(served);
    expect(await grants({ "value.amount.cents": amount })).toBe("409 ");
    const problem =
      amount === "" ? 'Enter a value for "amount"' : `"${amount}" is no amount in EUR: write it like 1000.00`;
    expect(anna.page()).toContain(problem.replaceAll('"', "&quot;"));
    expect(await served.app.desk.mandates.list(annaHerself)).toEqual([]);
  },
);

test("without a waiting call, a value is entered or given up in words", async () => {
  await using served = await serveInbox({ tools: [refunds()] });
  const anna = await signIn(served);
  const path = "/mandates/new?tool=notes.create";
  await anna.send(path);
  const entered = { ...rest, of: "", limit: "", caller: "anna", kind: "agent" };
  expect(await anna.send(path, entered)).toBe("409 ");
  const fields = { "value.amount.cents": "7", "how.amount.cents": "most", "how.orderId": "any" };
  expect(await anna.send(path, { ...entered, ...fields, "value.reason": "late" })).toBe("200 ");
  expect(anna.page()).toContain("input.amount.cents &lt;= 7.0 &amp;&amp; input.reason == &quot;late&quot;");
});

test("the next page says in sentences what would run, and first what may be anything, lasts, and comes to", async () => {
  await using served = await serveInbox({ tools: [refunds()] });
  const { anna, path } = await opened(served);
  await anna.send(path, { ...rest, ...all, "how.orderId": "any" });
  const said = () =>
    anna
      .page()
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&quot;", '"')
      .replaceAll(/\s+/g, " ");
  expect(said()).toMatch(
    /Any order\. Any memo\. Cannot be undone: The ledger\. The waiting call runs besides, and is not counted here\. At most EUR 55\.00 in all, and EUR 66\.00 with the waiting call\. .* until 2026-01-02 \d\d:\d\d UTC \. Any amount up to EUR 11\.00\. Any order\. Only reason "damaged", which the agent writes and nobody checks\. Any memo\. As a formula/,
  );
  expect(said()).not.toContain("also runs");
  await anna.send(path, { offer: anna.offer() });
  const [mandate] = await served.app.desk.mandates.list(annaHerself);
  const own = `/mandates/${mandate?.id}`;
  for (const fields of [undefined, { reason: "" }, undefined]) {
    await anna.send(own, fields);
    if (!fields) expect(said()).toMatch(/until 2026-01-02 .* Any amount up to EUR 11\.00\. Any order\./);
  }
  expect(said()).toContain("was revoked");
  expect(said()).toContain("Used: EUR 0.00. No call runs by it any more.");
  expect(anna.page()).toMatch(/<time datetime="2026-01-02[^"]*" data-day>/);
});

test("what a longer condition leaves open is said as well", async () => {
  await using served = await serveInbox({ tools: [refunds()] });
  const { anna, path } = await opened(served);
  const when = 'input.amount.cents < 2000.0 && (input.reason == "late" || true)';
  await anna.send(path, { ...rest, when });
  expect(anna.page().match(/<strong><bdi>Any [a-z]+\./g)).toEqual([
    "<strong><bdi>Any order.",
    "<strong><bdi>Any reason.",
    "<strong><bdi>Any memo.",
  ]);
  expect(anna.page()).toMatch(/if this condition holds:\s*<\/p>\s*<details open>/);
  await anna.send(path, { ...rest, when: "input.amount.cents < 1.0" });
  expect(anna.page().match(/<strong><bdi>Any [a-z]+\./g)).toHaveLength(3);
});

test("the sum of the terms is the least that the number, the amount and the total allow", async () => {
  await using served = await serveInbox({ tools: [refunds()] });
  const { anna, grants } = await opened(served);
  const mandate = await grants({ count: "3" });
  await anna.send(`/mandates/${(mandate as { id: string }).id}`);
  const page = anna.page().replaceAll(/\s+/g, " ");
  expect(page).toContain("together at most EUR 33.00, until");
  expect(page).toContain("Used: EUR 0.00.");
});

test("without choices, a condition is asked for in words", async () => {
  await using served = await serveInbox({ tools: [refunds({ summary: "Pay" })] });
  const { anna, path } = await opened(served);
  expect(await anna.send(path, { ...rest, when: " " })).toBe("409 ");
  expect(anna.page()).toContain("Write a condition that says which calls are approved.");
});
