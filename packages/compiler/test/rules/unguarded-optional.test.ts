import { unguardedOptional } from "../../src/rules/unguarded-optional.ts";
import { checkRule } from "./check-rule.ts";

const input = "{ id: string, note?: string, part: part }";
const medium = { riskLevel: "medium", inputSchema: input };

checkRule(unguardedOptional, {
  valid: {
    "arguments that are always there": { ...medium, confirmation: "{ when: size(input.id) > 3 }" },
    "an argument that is asked for": {
      ...medium,
      confirmation: "{ when: has(input.note) && input.note == '' }",
    },
    "an argument whose absence decides": {
      ...medium,
      confirmation: "{ when: \"!has(input.note) || input.note == ''\" }",
    },
  },
  invalid: {
    "an optional argument of a confirmation": { ...medium, confirmation: "{ when: size(⟦input.note⟧) > 3 }" },
    "one in a named type": { ...medium, confirmation: "{ when: ⟦input.part.unit⟧ == 'kg' }" },
    "one of step-up authentication": {
      riskLevel: "high",
      inputSchema: input,
      stepUpAuth: "{ when: \"⟦input.note⟧ != ''\", maxAge: 5m }",
    },
    "one of a refinement and of what it asks": {
      ...medium,
      confirmation: "{ when: ⟦input.note⟧ == '' }",
      refine: "[{ when: size(⟦input.note⟧) > 3, confirmation: { when: ⟦input.note⟧ == '' } }]",
    },
    "one that says how long an outcome is kept": {
      ...medium,
      idempotency: "{ key: [id], until: now < timestamp(⟦input.note⟧) }",
    },
  },
  header: "types: { part: { unit?: string } }\n",
});
