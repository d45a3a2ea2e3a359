import { expect, test } from "vitest";
import { conditionWords } from "../src/conditions/condition-words.ts";

test.each([
  ["has(input.email)", "email is given"],
  ["!has(input.a) && !has(input.b.c)", "a is not given and b.c is not given"],
  ["input.action == 'revoke'", "action is revoke"],
  ['input.action == "read"', "action is read"],
  ["input.urgent == true", "urgent is true"],
  ["input.amount.cents > 50000", "amount.cents is more than 50000"],
  ["size(input.to) > 10", undefined],
  ["input.action == 'a' || input.urgent", undefined],
  ["input.action == 'a' && input.urgent", undefined],
  ["input.name == 'it\\'s'", undefined],
  ["principal.kind == 'user'", undefined],
])("says %j as %j", (condition, words) => expect(conditionWords(condition)).toBe(words));

test("says the size of a list, and not that of a text", () => {
  const email = { type: "string" };
  const mails = { type: "array", items: { $ref: "#/$defs/email" } };
  const inputSchema = {
    type: "object",
    properties: { to: { $ref: "#/$defs/mails" }, name: email },
    $defs: { email, mails },
  };
  const words = (of: string): string | undefined => conditionWords(`size(input.${of}) > 10`, { inputSchema });
  expect(["to", "mail.to", "name", "other"].map(words)).toEqual([
    'more than 10 entries in "to"',
    undefined,
    undefined,
    undefined,
  ]);
});

test("writes a bound as money too, where the summary says in which currency", () => {
  const condition = "input.amount.cents > 50000";
  const words = (summary: string, of = condition): string | undefined =>
    conditionWords(of, { summary, inputSchema: {} });
  expect(words("Pay {amount.cents, money EUR} back")).toBe("amount.cents is more than 50000 (EUR 500.00)");
  expect(words("Pay {amount.cents, money amount.currency} back")).toBe("amount.cents is more than 50000");
  for (const [currencies, text] of [
    [["EUR", "USD"], " (500.00)"],
    [["EUR", "JPY"], ""],
    [["EUR", "bits"], ""],
  ] as const) {
    const amount = { properties: { currency: { $ref: "#/$defs/currency" } } };
    const inputSchema = { properties: { amount }, $defs: { currency: { enum: currencies } } };
    const summary = "Pay {amount.cents, money amount.currency} back";
    expect(conditionWords(condition, { summary, inputSchema })).toBe(
      `amount.cents is more than 50000${text}`,
    );
  }
  expect(words("Pay {amount.cents} back")).toBe("amount.cents is more than 50000");
  expect(words("Pay {amount.cents, money EUR} back", "input.other > 50000")).toBe("other is more than 50000");
});
