import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hostNames } from "../../src/hosts/host.ts";
import { hostRules } from "../../src/index.ts";

describe("every rule about hosts", () => {
  test.each(hostRules)("$code has a test of its name", ({ code }) => {
    const name = code.slice("host/".length);
    expect(existsSync(new URL(`${name}.test.ts`, import.meta.url))).toBe(true);
  });

  test("each host has a rule", () => {
    const about = new Set(hostRules.flatMap(({ limits }) => Object.keys(limits)));
    expect([...about].toSorted()).toEqual(hostNames.toSorted());
  });
});
