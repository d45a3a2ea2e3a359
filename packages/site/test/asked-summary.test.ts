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

test("counts the tools about which the server asks every time, for some calls and never", () => {
  expect(summary(both, guardToo, guardInLive, nobody)).toBe(
    "The server asks a person every time for 1, for some calls of 1, never for 2. In live the guard asks more often for 2.",
  );
  expect(summary(guardInLive, guardInLive)).toBe(
    "The server asks nobody. In live the guard asks more often for 2.",
  );
});

test("does not say that the server asks about a tool for all calls if it asks for some", () => {
  const sometimes: Asked = { server: "sometimes", test: "sometimes", live: "sometimes" };
  expect(summary(sometimes)).toBe("The server asks a person for some calls.");
  expect(summary(both)).toBe("The server asks a person every time.");
});

test("counts no forbidden tool", () => {
  expect(summary(undefined)).toBe("");
  expect(summary(undefined, both)).toBe("The server asks a person every time.");
});
