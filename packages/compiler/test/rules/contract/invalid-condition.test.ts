import { describe, expect, test } from "vitest";
import { invalidCondition } from "../../../src/rules/contract/invalid-condition.ts";
import { compileText, contractOf } from "../../contract-text.ts";
import { checkRule } from "../check-rule.ts";

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
    "a condition whose text is escaped, as a whole": {
      riskLevel: "medium",
      confirmation: '{ when: ⟦"input.x == \\"y\\""⟧ }',
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
  ])("%s", (when, hint) => {
    const fields = {
      riskLevel: "medium",
      inputSchema: "{ amount: number }",
      confirmation: `{ when: "${when}" }`,
    };
    expect(compileText(contractOf(fields)).diagnostics.map((each) => each.hint)).toEqual([hint]);
  });
});
