import { refinementExceedsTool } from "../../src/rules/refinement-exceeds-tool.ts";
import { checkRule } from "./check-rule.ts";

const critical = {
  riskLevel: "critical",
  stepUpAuth: "{ always: true, acr: mfa, maxAge: 15m }",
  sideEffects: "[deletes: A., { updates: B., reversible: true }]",
};
const high = { ...critical, riskLevel: "high" };
const refine = (...lines: readonly string[]): { refine: string } => ({
  refine: `[${lines.map((line) => `{ when: true, ${line} }`).join(", ")}]`,
});

checkRule(refinementExceedsTool, {
  valid: {
    "each milder level, and the same": {
      ...critical,
      ...refine(
        "riskLevel: critical",
        "riskLevel: high",
        "riskLevel: medium",
        "riskLevel: low, sideEffects: []",
      ),
    },
    "some of the effects, or milder ones": {
      ...critical,
      ...refine(
        "sideEffects: []",
        "sideEffects: [deletes: Less.]",
        "sideEffects: [{ deletes: C., reversible: true }, { updates: D., reversible: true }]",
      ),
    },
    "any effect of a tool with an unclassified one": {
      riskLevel: "high",
      sideEffects: "[Something.]",
      ...refine("sideEffects: [pays: A bill.]", "sideEffects: [creates: A note.]"),
    },
    "fewer approvers than the tool's": {
      riskLevel: "high",
      confirmation: "{ always: true, approver: other, approvers: 2 }",
      ...refine(
        "confirmation: { always: true, approver: other, approvers: 2 }",
        "confirmation: { always: true, approver: other }",
        "confirmation: { always: true, by: inbox }",
      ),
    },
    "a confirmation on a condition where the tool always asks": {
      ...critical,
      ...refine(`riskLevel: medium, confirmation: { when: env.name == "live" }`),
    },
    "the tool's own condition": {
      riskLevel: "medium",
      confirmation: "{ when: size(principal.id) > 3 }",
      ...refine("confirmation: { when: size(principal.id) > 3 }", "confirmation: never"),
    },
    "no more authentication than the tool's": {
      ...high,
      ...refine(
        "stepUpAuth: never",
        "stepUpAuth: { always: true, acr: mfa, maxAge: 15m }",
        "stepUpAuth: { always: true, maxAge: 1h }",
        "stepUpAuth: { always: true, acr: mfa }",
        "stepUpAuth: { when: size(principal.id) > 3, maxAge: 15m }",
      ),
    },
    "a longer time than the one that is meant where none is said": {
      riskLevel: "high",
      stepUpAuth: "always",
      ...refine("stepUpAuth: always", "stepUpAuth: { always: true, maxAge: 5m }"),
    },
  },
  invalid: {
    "a riskier level": { riskLevel: "medium", ...refine("riskLevel: ⟦high⟧", "riskLevel: ⟦critical⟧") },
    "an effect that the tool does not list": {
      ...critical,
      ...refine("sideEffects: [deletes: A., ⟦creates: C.⟧, ⟦sends: D.⟧]"),
    },
    "an effect that can be undone in the tool only": {
      ...critical,
      ...refine("sideEffects: [⟦updates: B.⟧]"),
    },
    "more approvers than the tool's, or others": {
      riskLevel: "high",
      confirmation: "{ always: true, approver: other, approvers: 2 }",
      ...refine(
        "confirmation: ⟦{ always: true, approver: other, approvers: 3 }⟧",
        "confirmation: ⟦{ always: true, by: here }⟧",
      ),
    },
    "a confirmation where the tool never asks": {
      riskLevel: "medium",
      ...refine("confirmation: ⟦{ when: size(principal.id) > 3 }⟧"),
    },
    "a confirmation on another condition than the tool's": {
      riskLevel: "medium",
      confirmation: "{ when: size(principal.id) > 3 }",
      ...refine("confirmation: ⟦{ when: false }⟧"),
    },
    "more authentication than the tool's": {
      ...high,
      ...refine(
        "stepUpAuth: ⟦always⟧",
        "stepUpAuth: ⟦{ always: true, acr: mfa, maxAge: 5m }⟧",
        "stepUpAuth: ⟦{ when: size(principal.id) > 3, acr: key, maxAge: 15m }⟧",
      ),
    },
    "authentication where the tool wants none, or on another condition": {
      riskLevel: "high",
      stepUpAuth: "{ when: size(principal.id) > 3 }",
      ...refine("stepUpAuth: ⟦always⟧", "stepUpAuth: ⟦{ when: false }⟧"),
    },
    "authentication where the tool wants none": { riskLevel: "high", ...refine("stepUpAuth: ⟦always⟧") },
    "a shorter time than the one that is meant where none is said": {
      riskLevel: "high",
      stepUpAuth: "always",
      ...refine("stepUpAuth: ⟦{ always: true, maxAge: 4m }⟧"),
    },
  },
});
