import { longDescription } from "../../src/rules/long-description.ts";
import { checkRule } from "./check-rule.ts";

checkRule(longDescription, {
  valid: { "1024 characters": { description: "x".repeat(1024) } },
  invalid: { "one more": { description: `⟦${"x".repeat(1025)}⟧` } },
});
