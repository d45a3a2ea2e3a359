import { describe, expect, test } from "vitest";
import { invalidCondition } from "../../src/rules/invalid-condition.ts";
import { compileText, contractOf } from "../contract-text.ts";
import { checkRule } from "./check-rule.ts";

checkRule(invalidCondition, {
  valid: {
    "conditions over input, principal, env and now": {
      riskLevel: "high",
      inputSchema: '{ to: "string[]", until?: date-time }',
      stepUpAuth: "{ when: size(input.to) > 10 }",
      idempotency: "{ key: [to], until: has(input.until) && timestamp(input.until) > now }",
    },
    "a refinement by the input whose own conditions look at more": {
      riskLevel: "high",
      inputSchema: "{ to: string }",
      refine: `[{ when: input.to == "", riskLevel: medium, confirmation: { when: principal.kind == "agent" } }]`,
    },
  },
  invalid: {
    "an unknown input in a quoted condition": {
      riskLevel: "medium",
      inputSchema: '{ to: "string[]" }',
      confirmation: '{ when: "size(input.⟦too⟧) > 10" }',
    },
    "an unknown input in a plain condition": {
      riskLevel: "high",
      inputSchema: '{ to: "string[]" }',
      stepUpAuth: "{ when: size(input.⟦too⟧) > 10 }",
    },
    "a condition that is no yes or no": {
      riskLevel: "medium",
      inputSchema: '{ to: "string[]" }',
      confirmation: "{ when: ⟦size(input.to)⟧ }",
    },
    "an unknown input after an escape": {
      riskLevel: "medium",
      inputSchema: "{ to: string }",
      confirmation: '{ when: "input.to == \\"y\\" && input.⟦too⟧ == \'\'" }',
    },
    "an unknown input between single quotes": {
      riskLevel: "medium",
      inputSchema: "{ to: string }",
      confirmation: "{ when: 'input.to == ''y'' && input.⟦too⟧ == ''x''' }",
    },
    "a condition whose text is escaped otherwise, as a whole": {
      riskLevel: "medium",
      confirmation: "{ when: ⟦\"\\u0069nput.x == 'y'\"⟧ }",
    },
    "an unknown input in a condition of several lines": {
      riskLevel: "high",
      inputSchema: "{ to: string }",
      stepUpAuth:
        "\n      when: >-  # folded\n        input.to == 'y'\n          && input.⟦too⟧ == 'x'\n        || input.to == 'z'",
    },
    "an unknown input in plain text of several lines": {
      riskLevel: "high",
      inputSchema: "{ to: string }",
      stepUpAuth: "\n      when: input.to == 'y'\n        && input.⟦too⟧ == 'x'",
    },
    "a refinement whose condition looks at more than the input": {
      refine:
        "[{ when: ⟦principal⟧.kind == 'user' }, { when: ⟦now⟧ > timestamp(0) }, { when: ⟦env⟧.name == '' }]",
    },
    "an unknown input in a refinement, and in its own conditions": {
      riskLevel: "high",
      inputSchema: "{ to: string }",
      refine: `[{ when: "input.⟦too⟧ == 'x'", riskLevel: medium, confirmation: { when: "input.⟦tow⟧ == ''" } }]`,
    },
    "a wrong idempotency condition": {
      inputSchema: "{ to: string }",
      idempotency: "{ key: [to], until: input.⟦until⟧ > now }",
    },
  },
});

describe("what people write instead of CEL gets a hint", () => {
  test.each([
    ["input.amount = 3.0", "CEL compares with `==`"],
    ["input.amount === 3.0", "CEL compares with `==`"],
    ["input.amount > 3.0 and true", "CEL writes `&&`, `||` and `!`"],
    ["input.amount + 1 > 2.0", "numbers of the input are doubles: write `1.0` for 1"],
    ["input.amuont > 3.0", "did you mean `amount`?"],
    ["inptu.amount > 3.0", "did you mean `input`?"],
    ["amount > 3.0", "write `input.amount`"],
    ["input.unit == euro", "text stands in quotes: `'euro'`"],
    ["input.unit == ' and ' && not(input.amount > 1.0)", "CEL writes `&&`, `||` and `!`"],
    ["input.unit == ' and ' && input.amuont > 1.0", "did you mean `amount`?"],
    ["input.part.nmae == 'x'", "did you mean `name`?"],
    ["principal.tenantt == 'x'", "did you mean `tenant`?"],
    ["input.unit == null", "ask with `has(input.x)` whether it is given"],
    ["input.unit <> 'x'", "CEL writes `!=`"],
    ["input.unit.length > 1.0", "CEL counts with `size(input.x)`"],
    ["input.tags.contains('x')", "CEL asks with `'a' in input.list`"],
    ["input.size == small", "text stands in quotes: `'small'`"],
    ["input.size == 'smal'", "did you mean `small`?"],
    ["$input.amount > 1.0", "a condition is CEL as it is, without `$` and braces around it"],
  ])("%s", (when, hint) => {
    const fields = {
      riskLevel: "medium",
      inputSchema:
        '{ amount: number, unit: string, part: { name: string }, size: small | large, tags: "string[]" }',
      confirmation: `{ when: "${when}" }`,
    };
    expect(compileText(contractOf(fields)).diagnostics.map((each) => each.hint)).toEqual([hint]);
  });
});

describe("what the CEL library says is said in other words", () => {
  test.each([
    ["(input.amount > 1.0", "a `(` is not closed"],
    ["input.amount > 1.0)", "no `(` belongs to this"],
    ["input.amount > 1.0 &&", "something is missing at the end"],
    ["input.unit == 'x", "this text has no end"],
    ["input.other == 'x'", "there is no `other`"],
    ["other == 'x'", "there is no variable `other`"],
    [`${"(".repeat(30)}true${")".repeat(30)}`, "more than 24 things are inside each other"],
    [`true${" || true".repeat(200)}`, "the condition has more than 256 parts"],
  ])("%s", (when, problem) => {
    const fields = {
      riskLevel: "medium",
      inputSchema: "{ amount: number, unit: string }",
      confirmation: `{ when: "${when}" }`,
    };
    const messages = compileText(contractOf(fields)).diagnostics.map(({ message }) => message);
    expect(messages).toEqual([`this condition does not work: ${problem}`]);
  });
});
