import { expect, test } from "vitest";
import { conditionWords } from "../src/conditions/condition-words.ts";

test.each([
  ["has(input.email)", "email is given"],
  ["!has(input.a) && !has(input.b.c)", "a is not given and b.c is not given"],
  ["input.action == 'revoke'", "action is revoke"],
  ['input.action == "read"', "action is read"],
  ["input.urgent == true", "urgent is true"],
  ["input.amount.cents > 50000", "amount.cents is more than 50000"],
  ["size(input.to) > 10", "more than 10 in to"],
  ["input.action == 'a' || input.urgent", undefined],
  ["input.action == 'a' && input.urgent", undefined],
  ["input.name == 'it\\'s'", undefined],
  ["principal.kind == 'user'", undefined],
])("says %j as %j", (condition, words) => expect(conditionWords(condition)).toBe(words));

test("writes a bound as money too, where the summary does, in the currency of the first example", () => {
  const condition = "input.amount.cents > 50000";
  const summary = "Pay {amount.cents, money amount.currency} back";
  const examples = [{ title: "one", input: { amount: { cents: 1, currency: "EUR" } } }];
  expect(conditionWords(condition, { summary, examples })).toBe(
    "amount.cents is more than 50000 (EUR 500.00)",
  );
  expect(conditionWords(condition, { summary, examples: [] })).toBe("amount.cents is more than 50000");
  expect(conditionWords(condition, { summary: "Pay {amount.cents} back", examples })).toBe(
    "amount.cents is more than 50000",
  );
  expect(conditionWords("input.other > 50000", { summary, examples })).toBe("other is more than 50000");
});
