import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { rules } from "../../src/index.ts";

describe("every rule", () => {
  test("has a code of its own", () => {
    expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
  });

  test.each(rules.map((rule) => rule.code))("%s has a file and a test of its name", (code) => {
    const name = code.slice(code.indexOf("/") + 1);
    expect(readFileSync(new URL(`../../src/rules/${name}.ts`, import.meta.url), "utf8")).toContain(
      `"${code}"`,
    );
    expect(existsSync(new URL(`${name}.test.ts`, import.meta.url))).toBe(true);
  });

  test.each(rules)("$code says in one sentence what it asks for", ({ summary }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/);
  });
});
