import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hostNames } from "../../src/hosts/host.ts";
import { hostRules } from "../../src/index.ts";

describe("every rule about hosts", () => {
  test.each(hostRules)("$code has a file and a test of its name", ({ code }) => {
    const name = code.slice("host/".length);
    const source = new URL(`../../src/hosts/${name}.ts`, import.meta.url);
    expect(readFileSync(source, "utf8")).toContain(`"${code}"`);
    expect(existsSync(new URL(`${name}.test.ts`, import.meta.url))).toBe(true);
  });

  test("each host has a rule", () => {
    const about = new Set(hostRules.flatMap(({ limits }) => Object.keys(limits)));
    expect([...about].toSorted()).toEqual(hostNames.toSorted());
  });
});
