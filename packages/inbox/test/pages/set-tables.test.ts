// A set of calls on the page of its approval: what it adds up to, and every value of every call.
import { expect, test } from "vitest";
import type { JsonObject } from "@proviso/manifest";
import type { ShownCall } from "@proviso/server/extension";

import { approveText, sizeOfCalls } from "../../src/values/set-calls.ts";
import { planned, setTables } from "../../src/pages/planned.ts";
import { togetherPage } from "../../src/pages/together-page.ts";
import { paid, site, viewer, waiting } from "./payment.ts";

const call = { tool: "orders.refund", call: 'Pay EUR 1.00 back for order "o1"' };
const odd = {
  tool: "orders.refund",
  call: "Pay </td><script>",
  unusual: "much more than the others",
  with: { note: "b\u202Ec" },
};
const set = { sums: [{ tool: "orders.refund", count: 2, total: "EUR 901.00 in all" }], calls: [odd, call] };

const textOf = (parts: ReturnType<typeof planned>): string =>
  parts.map((part) => (typeof part === "object" && "text" in part ? part.text : "")).join("");
const shown = (preview: JsonObject): string => setTables(preview)?.text ?? "";

test("a set is a list with its sums before it, in the given order, and nothing left out", () => {
  const text = shown({ set });
  const places = [
    "EUR 901.00 in all",
    "You say yes or no to all of these. Each runs once. What is foreseen of one does not count the others:",
    "much more than the others",
    "202E",
    "EUR 1.00",
  ];
  expect(places.map((each) => text.indexOf(each))).toEqual(
    places.map((each) => text.indexOf(each)).toSorted((a, b) => a - b),
  );
  expect(places.filter((each) => !text.includes(each))).toEqual([]);
  expect(text).not.toContain("<script>");
  expect(text.match(/<li>\s*<bdi>/g)).toHaveLength(2);
});

test("what all calls of a set have in common is said once before them", () => {
  const say = (...sentences: string[]) =>
    shown({ set: { ...set, calls: sentences.map((each) => ({ ...call, call: each })) } });
  const of = (order: string, euros = "5.00") => `Pay EUR ${euros} back for "${order}", because "damaged"`;
  expect(say(of("o1"), of("o2"))).toContain(
    "The same in all: <bdi>Pay EUR 5.00 back for … because &quot;damaged&quot;</bdi>",
  );
  expect(say(of("o1", "1.00"), of("o1"))).toContain("<bdi>Pay EUR … back for &quot;o1&quot;, because");
  for (const unlike of [say(of("o1")), say("Pay it", "Pay that"), say(of("o1"), "Write it down")])
    expect(unlike).not.toContain("The same in all");
});

test("a browser adds up ticked calls with the digits that the server writes, not with those of its own", async () => {
  const { approval } = await waiting(paid, { summary: "Pay {cents, money HUF} to {payee}, {iban, iban}" });
  const { body } = togetherPage(site, viewer, [approval], []);
  expect(body.text).toContain("1 call, HUF 483.90 in all");
  expect(body.text).toContain('data-units="48390"');
  expect(body.text).toContain('data-currency="HUF" data-digits="2"');
});

test("the button of a set says how many calls it approves", () => {
  const sentence = { parts: [] };
  const shownCall = { plan: { set }, sentence } as unknown as ShownCall;
  expect(approveText(shownCall)).toBe("Approve 2 calls, EUR 901.00 in all");
  expect(approveText({ ...shownCall, plan: {} })).toBe("Approve this one call");
  for (const total of ["harmless: nothing is paid", "EUR 1.00 in all, which is not paid"])
    expect(
      approveText({ plan: { set: { ...set, sums: [{ total }] } }, sentence } as unknown as ShownCall),
    ).toBe("Approve 2 calls");
  const saying = (...values: string[]) =>
    ({
      sentence: { parts: values.map((text) => ({ kind: "value", text, shows: [] })) },
    }) as unknown as ShownCall;
  const one = saying("EUR 1,234.50", '"USD 7.00"');
  expect(approveText(one)).toBe("Approve EUR 1,234.50");
  expect(approveText(saying("EUR 1.00", "EUR 2.00"))).toBe("Approve this one call");
  expect(sizeOfCalls([one, saying("EUR 0.60")])).toBe("2 calls, EUR 1,235.10 in all");
  expect(sizeOfCalls([saying("JPY 500"), saying("JPY 1,000")])).toBe("2 calls, JPY 1,500 in all");
  for (const unlike of [saying("USD 1.00"), saying(), saying("EUR 1.00", "EUR 2.00")])
    expect(sizeOfCalls([one, unlike])).toBe("2 calls");
});

test.each([{}, { set: 1 }, { set: { calls: [], sums: [] } }, { set: { calls: ["x"], sums: [{}] } }])(
  "another preview is shown as it is: %j",
  (preview) => {
    expect(setTables(preview)).toBeUndefined();
    for (const name of Object.keys(preview)) expect(textOf(planned(preview, []))).toContain(`>${name}<`);
  },
);

test("what a plan says beside its set is shown too", () => {
  const parts = planned(
    { calls: 7, set, dryRun: true, warnings: [], missingPermissions: [], expectedSideEffects: [] },
    [],
  );
  const text = textOf(parts);
  expect(text).toContain("calls");
  expect(text).toContain(">7<");
  expect(text.match(/EUR 901.00/g)).toHaveLength(1);
});

test("what a plan says in words, with its number, stands there once", () => {
  const expectedSideEffects = ["Hansen is erased, with all contacts (1)."];
  const text = textOf(planned({ contacts: 1, orders: 2, expectedSideEffects }, []));
  expect(text).not.toContain(">contacts<");
  expect(text).toContain(">orders<");
  const left = { paid: { cents: 9600, currency: "EUR" }, dueOn: "May", name: "Hansen" };
  const folded = textOf(planned({ ...left, expectedSideEffects: ["Hansen paid 96.00 EUR."] }, []));
  expect(folded).toMatch(/due on[^]*<summary>More about what is said above[^]*EUR 96\.00[^]*name/);
});

test("of each call of a set, what would happen is said in sentences, and its figures are folded below, as money", () => {
  const expectedSideEffects = ["Hansen gets 1.00 EUR back."];
  const plan = { expectedSideEffects, paid: { cents: 51_800, currency: "EUR" }, warnings: ["It is late."] };
  const text = shown({ set: { ...set, calls: [{ ...call, plan }] } });
  const [said = "", figures = ""] = text.split("<summary>More about what is said above</summary>");
  expect(said).toContain("Hansen gets 1.00 EUR back.");
  expect(said).toMatch(/class="warning">\s*<li><bdi>It is late/);
  expect(figures).toContain("EUR 518.00");
  expect(text).not.toMatch(/>cents<|expectedSideEffects/);
  for (const other of [{ paid: 7 }, "later"])
    expect(shown({ set: { ...set, calls: [{ ...call, plan: other }] } })).not.toContain("<details");
});

test("a list whose items a plan's sentences name is folded, and any other stays open", () => {
  const steps = [{ customerId: "c1" }, { customerId: "c2" }];
  const folded = (...expectedSideEffects: string[]) =>
    textOf(planned({ steps, expectedSideEffects }, [])).match(/<summary>[^]*?c2/)?.length ?? 0;
  expect(folded("Hansen (c1) is reminded.", "Keller (c2) is suspended.")).toBe(1);
  expect(folded("Hansen (c1) is reminded.")).toBe(0);
  expect(textOf(planned({ steps: [], expectedSideEffects: ["Nothing."] }, []))).not.toContain("<details");
});

test("what many sentences come to stands before them, and beside few after them", () => {
  const sum = { customerCount: 6, outstanding: { cents: 29400, currency: "EUR" } };
  const sentence = (each: number): string => `Customer ${each} is reminded.`;
  for (const [count, isBefore] of [
    [6, true],
    [2, false],
  ] as const) {
    const expectedSideEffects = Array.from({ length: count }, (_, index) => sentence(index));
    const text = textOf(planned({ ...sum, expectedSideEffects }, []));
    expect(text).toContain("EUR 294.00");
    expect(text.indexOf("EUR 294.00") < text.indexOf(sentence(0))).toBe(isBefore);
  }
});

test.each(["fee (900)", "DE02", "EUR 5.00"])(
  "a memo %j in a sentence of the plan folds nothing away",
  (memo) => {
    const preview = { fee: 900, account: "DE02", paid: { cents: 500, currency: "EUR" } };
    const plan = { ...preview, expectedSideEffects: [`Pays Hansen, memo ${memo} .`] };
    const text = textOf(planned(plan, [], false, { memo }));
    expect(text).not.toContain("<details>");
    for (const value of ["900", "DE02", "EUR 5.00"]) expect(text).toContain(value);
    expect(textOf(planned(plan, []))).not.toBe(text);
  },
);
