// What a condition says, in sentences: of rows of limits alone, and never less than the condition lets through.
import type { ToolContract } from "@proviso/manifest";
import { expect, test } from "vitest";
import { mostInAll, termSentences } from "../../src/pages/term-sentences.ts";
import { pay, terms } from "./bench.ts";
import { highRisk, tool } from "../sample.ts";
import { refunds } from "./refunds.ts";

const said = (when: string, of: ToolContract = refunds()) =>
  termSentences({ when }, of)
    ?.map(({ text }) => text)
    .join(" ");
const euros = 'input.amount.currency == "EUR"';

test.each([
  ["true", "Any amount in any currency. Any order. Any reason."],
  [euros, 'Any amount in "EUR". Any order. Any reason.'],
  [
    `input.amount.cents <= 1100.0 && ${euros} && input.reason == "damaged"`,
    'Any amount up to EUR 11.00. Any order. Only reason "damaged", which the agent writes and nobody checks.',
  ],
  ["input.amount.cents <= 1100.0", "Any amount up to 1,100 in any currency. Any order. Any reason."],
  [
    `(input.amount.cents <= 1100.0 && ${euros}) && (input.amount.cents <= 500.0)`,
    "Any amount up to EUR 5.00. Any order. Any reason.",
  ],
  [`input.amount.cents == 1100.0 && ${euros}`, "Only amount EUR 11.00. Any order. Any reason."],
])("%s", (when, text) => {
  expect(said(when)).toBe(`${text} Any memo.`);
});

const letter = tool({
  ...highRisk,
  summary: "Write to {to}",
  inputSchema: {
    type: "object",
    properties: { to: { type: "array", items: { type: "string" } }, body: { type: "string" } },
  },
});

test("a list may be limited to texts, each of which is said", () => {
  const many = Array.from("abcdefghijkl");
  const when = `input.to.all(each, each in ${JSON.stringify(many)})`;
  const all = many.map((each) => `"${each}"`).join(", ");
  expect([said(when, letter), said("true", letter)]).toEqual([
    `Only recipients ${all}. Any text.`,
    "Any recipients. Any text.",
  ]);
});

test("a text cannot end its quotation in a sentence", () => {
  expect(said(`input.reason == "x\\". Only order \\"ord_1"`)).not.toContain('Only order "ord_1"');
});

test("an amount that may be below 0 is said to be, unless it counts towards a total", () => {
  const when = "input.amount <= 50.0";
  expect(said(when, pay())).toContain("Any amount up to 50, or below 0.");
  const counted = termSentences({ when, total: { of: "amount", limit: 9 } }, pay());
  expect(counted?.[0]?.text).toBe("Any amount up to 50.");
});

test.each([
  "input.amount.cents <= 5.0 || true",
  "input.amount.cents < 5.0",
  "!(input.reason == 'x')",
  "input.orderId.startsWith('ord_')",
  "size(input.reason) <= 3",
  "input.amount.cents <= 5.0 && input.amount.cents == 5.0",
  'principal.id == "anna"',
  'input.to.all(each, each in ["a"] || true)',
  'input.to.all(each, !(each in ["a"]))',
  'input.to.exists(each, each in ["a"])',
  'input.to.all(each, each in ["a"]) && input.to.all(each, each in ["b"])',
])("`%s` is shown as it is", (when) => {
  expect([said(when), said(when, letter)]).toEqual([undefined, undefined]);
});

test("the most that all calls can move is that of each, or the total if it is less", () => {
  const most = (when: string, limit?: number) =>
    mostInAll(terms({ when, count: 5, ...(limit && { total: { of: "amount.cents", limit } }) }), refunds());
  const each = `input.amount.cents <= 1100.0 && ${euros}`;
  expect([most(each), most(each, 4000), most(each, 9000), most(euros), most(euros, 4000)]).toEqual([
    "EUR 55.00",
    "EUR 40.00",
    "EUR 55.00",
    undefined,
    "EUR 40.00",
  ]);
  expect(most("input.amount.cents <= 1100.0")).toBeUndefined();
});
