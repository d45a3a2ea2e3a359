import type { RuleSettings } from "../src/rules/check.ts";

/** Rules that give advice on whole contracts; the tests use fragments. */
export const fragmentRules: RuleSettings = {
  "lint/missing-title": "off",
  "lint/missing-owner": "off",
  "lint/missing-example": "off",
  "lint/short-description": "off",
  "lint/unused-type": "off",
  "lint/unused-permission": "off",
  "lint/unused-failure-mode": "off",
  "lint/over-context-budget": "off",
};
