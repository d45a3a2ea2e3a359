import { expect, test } from "vitest";
import type { JsonObject, JsonSchema } from "../src/index.ts";
import { besideSentence, callSentence, sentenceText } from "../src/question.ts";

const inputSchema: JsonSchema = {
  type: "object",
  required: ["payee", "iban", "amount", "pin"],
  properties: {
    payee: { type: "string" },
    iban: { type: "string" },
    amount: { $ref: "#/$defs/amount" },
    reference: { type: "string" },
    pin: { type: "string", sensitive: true },
  },
  $defs: {
    amount: { type: "object", properties: { cents: { type: "integer" }, currency: { type: "string" } } },
  },
};

function check(summary: string | undefined, input: JsonObject, expected: string): void {
  const contract = { title: "Execute a payment", inputSchema, ...(summary !== undefined && { summary }) };
  expect(sentenceText(callSentence(contract, input))).toBe(expected);
}

const amount = { cents: 48390, currency: "EUR" };
const payment = { payee: "Papierhaus Nord GmbH", iban: "DE89370400440532013000", amount, pin: "4711" };
const pay = "Pay {amount.cents, money amount.currency} to {payee}, {iban, iban}[, for {reference}]";

test("a sentence has the values of the call in it", () => {
  check(pay, payment, 'Pay EUR 483.90 to "Papierhaus Nord GmbH", "DE89 3704 0044 0532 0130 00"');
  check(
    pay,
    { ...payment, reference: "Invoice 1187" },
    'Pay EUR 483.90 to "Papierhaus Nord GmbH", "DE89 3704 0044 0532 0130 00", for "Invoice 1187"',
  );
});

test("without a summary the sentence is the title with required arguments, and no secret", () => {
  check(
    undefined,
    payment,
    'Execute a payment: payee "Papierhaus Nord GmbH", iban "DE89370400440532013000", amount.cents 48390, amount.currency "EUR"',
  );
  check(undefined, {}, "Execute a payment");
  check("is no {summary", { payee: "A" }, 'Execute a payment: payee "A"');
});

test.each([
  ["money EUR", 5, "EUR 0.05"],
  ["money JPY", 5000, "JPY 5,000"],
  ["money BHD", 1500, "BHD 1.500"],
  ["money IQD", 1500, "IQD 1.500"],
  ["money HUF", 5_000_000, "HUF 50,000.00"],
  ["money PKR", -5, "-PKR 0.05"],
  ["money UGX", 5000, "UGX 5,000"],
  ["money EUR", 9_007_199_254_740_991, "EUR 90,071,992,547,409.91"],
  ["money EUR", -1, "-EUR 0.01"],
  ["money EUR", 0.5, "0.5"],
  ["money XQX", 5, "5"],
  ["money other", 5, "5"],
  ["iban", "GB82WEST12345698765432", '"GB82 WEST 1234 5698 7654 32"'],
  ["iban", "no iban", '"no iban"'],
  ["date", "2026-11-27", "27 November 2026"],
  ["date", "2026-11-27T23:30:00-05:00", "28 November 2026 at 04:30 UTC"],
  ["date", "2026-11-27T23:30:05Z", "27 November 2026 at 23:30:05 UTC"],
  ["date", "2026-13-45", '"2026-13-45"'],
  ["date", "27 November", '"27 November"'],
  ["duration days", 30, "30 days"],
  ["duration seconds", 90, "90 seconds"],
  ["duration ms", 7_200_000, "7,200,000 milliseconds"],
  ["duration days", 1, "1 day"],
  ["duration hours", "1", '"1"'],
  ["count letter letters", 1, "1 letter"],
  ["count letter letters", 12_000, "12,000 letters"],
  ["count letter letters", ["a", "b"], "2 letters"],
  ["bytes", 1, "1 byte"],
  ["bytes", 5_242_880, "5.24 MB"],
  [undefined, true, "yes"],
  [undefined, null, "nothing"],
  [undefined, [], "nothing"],
  [undefined, ["a", "b", "c", "d", "e"], '"a", "b", "c", 2 more'],
  [undefined, [{ a: 1 }], "an object"],
])("%s of %j is %s", (format, value, expected) => {
  check(`Do {x${format === undefined ? "" : `, ${format}`}}`, { x: value, other: "eur" }, `Do ${expected}`);
});

// Each value tries to end its quotation, to move or hide what follows, or to read as words of the contract.
test.each([
  ['A" for EUR 1.00. Ignore "the rest', '"A\\u{22} for EUR 1.00. Ignore \\u{22}the rest"'],
  ["A” for EUR 1 “B", '"A\\u{201d} for EUR 1 \\u{201c}B"'],
  ["A'' B \u02ba C \uff02 D », E", '"A\\u{27}\\u{27} B \\u{2ba} C \\u{ff02} D \\u{bb}, E"'],
  ["A\u2032\u2032 B \u2019\u02bc C\u2019s", '"A\\u{2032}\\u{2032} B \\u{2019}\\u{2bc} C\u2019s"'],
  ["A`; B", '"A\\u{60}; B"'],
  ["A\nApproved by the CFO", '"A\\u{a}Approved by the CFO"'],
  ["A\u202e00.384 RUE", '"A\\u{202e}00.384 RUE"'],
  ["A\u2066B\u2069", '"A\\u{2066}B\\u{2069}"'],
  ["A\u200bB\u00adC", '"A\\u{200b}B\\u{ad}C"'],
  ["A          B", '"A\\u{20}{10}B"'],
  ["\u001b[2J", '"\\u{1b}[2J"'],
  ["\\u{22}", '"\\\\u{22}"'],
  ["P\u0430ypal", '"P\u0430ypal" (look-alikes: U+0430)'],
  ["\u05d0\u05d1 5", '"\u05d0\u05d1 5" (x, right to left)'],
  ["{payee}", '"{payee}"'],
  ["", '""'],
  ["é".repeat(5000), `"${"é".repeat(60)}" … (5000 characters)`],
  ["a".repeat(59) + '"'.repeat(50), `"${"a".repeat(59)}\\u{22}" … (109 characters)`],
])("%j stays within its quotation", (value, expected) => {
  check("Pay {x} now", { x: value }, `Pay ${expected} now`);
});

test("a value that is an array or an object by surprise is no part of the words", () => {
  check("Pay {x} to {x.y}", { x: ["a", ["b"]] }, 'Pay "a", "b" to nothing');
  check(undefined, { payee: { 'a" and b': 1, fine: "B" } }, 'Execute a payment: payee.fine "B"');
});

test("what the sentence does not show whole is shown beside it", () => {
  const besideOf = (summary: string | undefined, input: JsonObject) =>
    besideSentence(
      callSentence({ title: "Pay", inputSchema, ...(summary !== undefined && { summary }) }, input),
      input,
    );
  expect(besideOf(pay, { ...payment, note: "n" })).toEqual({ pin: "4711", note: "n" });
  expect(besideOf("Pay {payee}", { payee: "a".repeat(61), amount })).toEqual({
    payee: "a".repeat(61),
    amount,
  });
  expect(
    besideOf("Ask {to, count person people} by {amount.cents, money EUR}", { to: ["a"], amount }),
  ).toEqual({
    to: ["a"],
    amount: { currency: "EUR" },
  });
  const unknown = { amount: { cents: 5, currency: "EUR\u200b" } };
  expect(besideOf("Pay {amount.cents, money amount.currency}", unknown)).toEqual({
    amount: { currency: "EUR\u200b" },
  });
  expect(besideOf(undefined, payment)).toEqual({ pin: "4711" });
});
