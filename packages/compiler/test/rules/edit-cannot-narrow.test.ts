import { editCannotNarrow } from "../../src/rules/edit-cannot-narrow.ts";
import { checkRule } from "./check-rule.ts";

const inputSchema =
  "{ text: string, amount: integer, price?: number, to: 'email[]', kind: 'a | b', rest?: any }";

checkRule(editCannotNarrow, {
  valid: {
    "no list": { inputSchema, confirmation: "{ always: true }" },
    "numbers and a list": { inputSchema, confirmation: "{ always: true, edit: [amount, price, to] }" },
  },
  invalid: {
    "a text": { inputSchema, confirmation: "{ always: true, edit: [⟦text⟧] }" },
    "a choice": { inputSchema, confirmation: "{ always: true, edit: [amount, ⟦kind⟧] }" },
    "any value": { inputSchema, confirmation: "{ always: true, edit: [⟦rest⟧] }" },
    "what is no argument": { inputSchema, confirmation: "{ always: true, edit: [⟦amuont⟧] }" },
    "in a refinement": {
      inputSchema,
      riskLevel: "high",
      confirmation: "always",
      refine: "[{ when: input.text == 'a', confirmation: { always: true, edit: [⟦text⟧] } }]",
    },
  },
});
