import { expect, test } from "vitest";
import { askedBy } from "../src/asks/asked-by.ts";
import type { PersonAsked } from "../src/asks/person-asked.ts";

const say = (asked: PersonAsked): string =>
  askedBy(asked)
    .map(({ by, often }) => `${by} ${often}`)
    .join("; ");

test.each([
  ["never", "never", "never", "server never"],
  ["always", "always", "always", "server every time"],
  ["sometimes", "sometimes", "sometimes", "server for some calls"],
  ["never", "never", "always", "server never; guard in live every time"],
  ["never", "always", "always", "server never; guard every time"],
  ["sometimes", "sometimes", "always", "server for some calls; guard in live every time"],
  ["never", "sometimes", "always", "server never; guard for some calls, in live every time"],
] as const)("server %s, with the guard %s in test and %s in live: %s", (server, inTest, live, said) =>
  expect(say({ server, test: inTest, live })).toBe(said),
);
