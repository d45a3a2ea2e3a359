import { unreachableRefinement } from "../../src/rules/unreachable-refinement.ts";
import { checkRule } from "./check-rule.ts";

checkRule(unreachableRefinement, {
  valid: {
    "a tool without refinements": {},
    "different conditions": {
      inputSchema: "{ a: string }",
      refine: `[{ when: input.a == "x" }, { when: input.a == "y" }]`,
    },
    "a last one for all the rest": {
      inputSchema: "{ a: string }",
      refine: `[{ when: input.a == "x" }, { when: true }]`,
    },
  },
  invalid: {
    "a condition that was there before, however it is spaced": {
      inputSchema: "{ a: string }",
      refine: `[{ when: input.a == "x" }, { when: ⟦input.a   ==  "x"⟧ }]`,
    },
    "each one after a condition that is always true": {
      inputSchema: "{ a: string }",
      refine: `[{ when: true }, { when: ⟦input.a == "x"⟧ }, { when: ⟦true⟧ }]`,
    },
  },
});
