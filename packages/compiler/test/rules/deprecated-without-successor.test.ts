import { deprecatedWithoutSuccessor } from "../../src/rules/deprecated-without-successor.ts";
import { contractOf } from "../contract-text.ts";
import { checkProjects } from "./check-rule.ts";

const deprecated = (how: string): Record<string, string> => ({
  "things.yaml": contractOf({ riskLevel: `low\n    ${how}` }),
  "others.yaml": contractOf({}).replace("domain: things", "domain: others"),
});

checkProjects(deprecatedWithoutSuccessor, {
  valid: {
    "a successor": deprecated("deprecated: { reason: Old., successor: others.act }"),
    "a tool that is not deprecated": deprecated("agency: false"),
  },
  invalid: {
    "no successor": deprecated("⟦deprecated⟧: { reason: Old. }"),
    "a tool that is to replace itself": deprecated("deprecated: { reason: Old., successor: ⟦things.act⟧ }"),
  },
});
