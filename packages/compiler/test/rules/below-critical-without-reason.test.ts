import { belowCriticalWithoutReason } from "../../src/rules/below-critical-without-reason.ts";
import { checkRule } from "./check-rule.ts";

checkRule(belowCriticalWithoutReason, {
  valid: {
    "critical and a payment": { riskLevel: "critical", stepUpAuth: "always", sideEffects: "[pays: A bill.]" },
    "high and an update": { riskLevel: "high", sideEffects: "[updates: A note.]" },
    "medium, which does not compile with such an effect": {
      riskLevel: "medium",
      sideEffects: "[sends: A letter.]",
    },
    "high and a deletion, with a reason": {
      riskLevel: "high",
      riskReason: "It is the caller's own.",
      sideEffects: "[deletes: A note.]",
    },
    "a refinement of a tool that has the reason": {
      riskLevel: "high",
      riskReason: "It is the caller's own.",
      sideEffects: "[deletes: A note.]",
      refine: "[{ when: true, riskLevel: high }]",
    },
  },
  invalid: {
    "high and a refund": { riskLevel: "high", sideEffects: "[⟦refunds: A bill.⟧]" },
    "high and a payment": { riskLevel: "high", sideEffects: "[creates: A bill., ⟦pays: A bill.⟧]" },
    "high and a message": { riskLevel: "high", sideEffects: "[⟦sends: A letter.⟧]" },
    "high and a call that can be taken back": {
      riskLevel: "high",
      sideEffects: "[⟦{ calls: A printer., reversible: true }⟧]",
    },
    "high and a deletion": { riskLevel: "high", sideEffects: "[⟦deletes: A note.⟧]" },
    "high and a permission": { riskLevel: "high", sideEffects: "[⟦grants: A right.⟧]" },
    "a refinement below its critical tool": {
      riskLevel: "critical",
      stepUpAuth: "always",
      sideEffects: "[deletes: A note.]",
      refine: "[{ when: true, riskLevel: ⟦high⟧ }]",
    },
    "a refinement below its critical tool, whose reason is for another level": {
      riskLevel: "critical",
      riskReason: "It cannot be undone.",
      stepUpAuth: "always",
      sideEffects: "[deletes: A note.]",
      refine: "[{ when: true, riskLevel: ⟦high⟧ }]",
    },
  },
});
