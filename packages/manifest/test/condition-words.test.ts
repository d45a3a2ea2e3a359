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
