import { expect, test } from "vitest";
import { confirmationContradictsLevel } from "../../src/rules/confirmation-contradicts-level.ts";
import { compileText, contractOf } from "../contract-text.ts";
import { checkRule } from "./check-rule.ts";

checkRule(confirmationContradictsLevel, {
  valid: {
    "low and never": { confirmation: "never" },
    "medium and a condition": { riskLevel: "medium", confirmation: '{ when: "size(principal.id) > 3" }' },
    "low and a condition": { confirmation: '{ when: "size(principal.id) > 3" }' },
    "low and always": { confirmation: "always" },
    "medium and always": { riskLevel: "medium", confirmation: "always" },
    "not autonomous and always": { autonomousExecution: "false", confirmation: "always" },
    "high and nothing stated": { riskLevel: "high" },
    "critical and always": { riskLevel: "critical", stepUpAuth: "always", confirmation: "always" },
  },
  invalid: {
    "not autonomous and never": { autonomousExecution: "false", confirmation: "⟦never⟧" },
    "high and never": { riskLevel: "high", confirmation: "⟦never⟧" },
    "high and a condition": { riskLevel: "high", confirmation: '⟦{ when: "size(principal.id) > 3" }⟧' },
    "forbidden and always": { riskLevel: "forbidden", confirmation: "⟦always⟧" },
    "forbidden and never": { riskLevel: "forbidden", confirmation: "⟦never⟧" },
    "critical and a condition": {
      riskLevel: "critical",
      stepUpAuth: "always",
      confirmation: '⟦{ when: "size(principal.id) > 3" }⟧',
    },
  },
});

test("names what a condition on a high tool is often meant for, which no other level has", () => {
  const hintAt = (level: string): string | undefined =>
    compileText(
      contractOf({
        riskLevel: level,
        stepUpAuth: "always",
        confirmation: '{ when: "size(principal.id) > 3" }',
      }),
    ).diagnostics.find(({ code }) => code === confirmationContradictsLevel.code)?.hint;
  expect(hintAt("high")).toBe("leave it out; to run small amounts without asking, write an `exception`");
  expect(hintAt("critical")).toBe("leave it out, or write `always`");
});
