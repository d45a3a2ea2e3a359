import { expect, test } from "vitest";
import { askedSummary } from "../src/components/who-is-asked.ts";
import type { PageFacts } from "../src/facts/page-facts.ts";

type Asked = NonNullable<PageFacts["asked"]>;

const both: Asked = { server: "always", test: "always", live: "always" };
const guardInLive: Asked = { server: "never", test: "never", live: "always" };
const guardToo: Asked = { server: "sometimes", test: "sometimes", live: "always" };
const nobody: Asked = { server: "never", test: "never", live: "never" };
const summary = (...each: readonly (Asked | undefined)[]): string =>
  askedSummary(each.map((asked) => ({ asked }) as PageFacts));

test("counts the tools about which the server asks, and apart those about which only the guard does", () => {
  expect(summary(both, guardInLive, nobody)).toBe(
    "The server asks a person for 1 of 3. The guard asks for 1 more in live.",
  );
  expect(summary(guardInLive, guardInLive)).toBe(
    "The server asks a person for none. The guard asks for 2 more in live.",
  );
  expect(summary(both, guardToo)).toBe("The server asks a person for all.");
  expect(summary(nobody)).toBe("The server asks a person for none.");
});

test("counts no forbidden tool", () => {
  expect(summary(undefined)).toBe("");
  expect(summary(undefined, both)).toBe("The server asks a person for all.");
});
