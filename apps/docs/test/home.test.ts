import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

test("the contract on the home page says nothing else than the file that it is from", () => {
  const page = read("apps/docs/src/content/docs/index.mdx");
  const [, path = "", shown = ""] = /^```yaml title="(\S+), shortened"\n([^]*?)^```$/m.exec(page) ?? [];
  const { sideEffects, ...refund } = parse(shown).tools.refund;
  const whole = parse(read(path)).tools.refund;
  expect(Object.keys(refund).length).toBeGreaterThan(5);
  expect(whole).toMatchObject(refund);
  expect(whole.sideEffects).toEqual(expect.arrayContaining(sideEffects));
});
