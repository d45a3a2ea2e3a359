import { invalidException } from "../../src/rules/invalid-exception.ts";
import { checkRule } from "./check-rule.ts";

const inputSchema = `{ ${[
  "cents: { type: integer, minimum: 0 }, share: { type: number, minimum: 0 }, size: { enum: [1, 5] }",
  "currency: EUR | USD",
].join(", ")} }`;

interface Written {
  readonly level?: string;
  readonly of?: string;
  readonly upTo?: string;
  readonly unit?: string;
  readonly budgetUnit?: string;
  readonly expires?: string;
  readonly more?: Readonly<Record<string, string>>;
}

const given = ({ level = "high", of = "input.cents", upTo = "2000", ...rest }: Written = {}) => {
  const { unit, budgetUnit, expires = "2027-01-31", more = {} } = rest;
  const budget = `{ of: ${of}${budgetUnit ? `, unit: ${budgetUnit}` : ""}, per: tool, limit: 5000, every: 24h }`;
  const stated = `upTo: ${upTo}${unit ? `, unit: ${unit}` : ""}, budget: ${budget}`;
  const exception = `{ ${stated}, reason: Small., reviewer: mia, expires: ${expires} }`;
  return { riskLevel: level, inputSchema, ...more, exception };
};
const agentic = "{ agencyHint: true }";
const deletes = "[deletes: Things.]";

checkRule(invalidException, {
  valid: {
    "no exception": { inputSchema },
    "a high tool": given(),
    "listed whole numbers": given({ of: "input.size" }),
    "as much as the budget": given({ upTo: "5000" }),
    "an amount in one currency": given({ budgetUnit: "input.currency", unit: "EUR" }),
    "a leap day": given({ expires: "2028-02-29" }),
    "a milder refinement": given({ more: { refine: "[{ when: input.cents < 5, riskLevel: low }]" } }),
  },
  invalid: {
    "a critical tool": given({ upTo: "⟦2000⟧", level: "critical" }),
    "a medium tool": given({ upTo: "⟦2000⟧", level: "medium" }),
    "a low tool": given({ upTo: "⟦2000⟧", level: "low" }),
    "a forbidden tool": given({ upTo: "⟦2000⟧", level: "forbidden" }),
    "an agentic tool that destroys": given({
      upTo: "⟦2000⟧",
      more: { annotations: agentic, sideEffects: deletes, riskReason: "Few." },
    }),
    fractions: given({ of: "⟦input.share⟧" }),
    "more in one call than in all": given({ upTo: "⟦5001⟧" }),
    "no currency": given({ upTo: "⟦2000⟧", budgetUnit: "input.currency" }),
    "a currency that nothing names": given({ unit: "⟦EUR⟧" }),
    "an unknown currency": given({ budgetUnit: "input.currency", unit: "⟦GBP⟧" }),
    "the 31st of February": given({ expires: "⟦2027-02-31⟧" }),
    "the 13th month": given({ expires: "⟦2027-13-01⟧" }),
  },
});
