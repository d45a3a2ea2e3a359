import { unboundedString } from "../../src/rules/unbounded-string.ts";
import { checkRule } from "./check-rule.ts";

const critical = { riskLevel: "critical", stepUpAuth: "{ always: true }" };

checkRule(unboundedString, {
  header: 'types: { note: { text: string }, id: { type: string, pattern: "^a{1,9}$" } }\n',
  valid: {
    "bounds of every kind": {
      ...critical,
      inputSchema:
        "{ a: { type: string, maxLength: 9 }, b: email, c: x | y, d: { const: z }, e: id, f: integer }",
    },
    "a tool that is not critical": { riskLevel: "high", inputSchema: "{ a: string }" },
    "a type that is only returned": { ...critical, outputSchema: "{ note: note }" },
  },
  invalid: {
    "a plain string": { ...critical, inputSchema: "{ ⟦a⟧: string, ⟦b?⟧: string }" },
    "strings in a list": { ...critical, inputSchema: '{ ⟦a⟧: "string[]" }' },
    "a string or nothing": { ...critical, inputSchema: "{ ⟦a⟧: { type: [string, 'null'] } }" },
    "a string in a named type": { ...critical, inputSchema: "{ id: id, ⟦note⟧: note }" },
  },
});
