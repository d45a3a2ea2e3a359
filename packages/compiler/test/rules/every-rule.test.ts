import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { rules } from "../../src/index.ts";

describe("every rule", () => {
  test("has one code, and the pinned codes are all there are", () => {
    expect(rules.map((rule) => rule.code)).toEqual([
      "risk/low-with-lasting-effect",
      "risk/medium-with-external-effect",
      "risk/medium-with-lasting-effect",
      "risk/below-critical-without-reason",
      "risk/autonomy-contradicts-level",
      "risk/confirmation-contradicts-level",
      "risk/step-up-contradicts-level",
      "risk/critical-without-step-up",
      "risk/refinement-exceeds-tool",
      "risk/forbidden-refinement",
      "contract/contradicting-annotation",
      "contract/contradicting-metadata",
      "contract/reserved-meta",
      "contract/invalid-condition",
      "contract/constant-condition",
      "contract/invalid-example",
      "contract/confirm-like-argument",
      "contract/unsafe-pattern",
      "lint/bulk-without-dry-run",
      "lint/unclassified-effect",
      "lint/unclassified-data-flow",
      "lint/destructive-without-idempotency",
      "lint/open-input-schema",
      "lint/forcing-argument",
      "lint/unapplied-default",
      "lint/keyed-idempotency-without-on-repeat",
      "lint/sensitive-idempotency-key",
      "lint/unreachable-refinement",
      "lint/unguarded-optional",
      "lint/requirement-without-namespace",
      "lint/secret-like-output",
      "lint/missing-title",
      "lint/missing-owner",
      "lint/missing-example",
      "lint/short-description",
      "lint/long-description",
      "lint/hidden-character",
      "lint/instruction-to-model",
      "lint/names-other-tool",
      "lint/unbounded-string",
      "lint/unused-type",
      "lint/unused-permission",
      "lint/unused-failure-mode",
      "lint/over-context-budget",
      "lint/deprecated-without-successor",
      "lint/lethal-trifecta",
      "lint/unconfirmed-trifecta",
    ]);
  });

  test.each(rules.map((rule) => rule.code))("%s has a file and a test of its name", (code) => {
    expect(readFileSync(new URL(`../../src/rules/${code}.ts`, import.meta.url), "utf8")).toContain(
      `"${code}"`,
    );
    expect(existsSync(new URL(`${code}.test.ts`, import.meta.url))).toBe(true);
  });

  test.each(rules)("$code says in one sentence what it asks for", ({ summary }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/);
  });
});
